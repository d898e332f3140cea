"""The course of a conversation: handshakes, windows, deadlines, large messages, single questions, interruption."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Raw

import miniatures
from goldenwire.protocol import MATCHES_EXPECTED, Observation, Request
from goldenwire.subject import CannotRun, Limits, OneShot, Pool, start
from goldenwire.subject.pool import NOT_ASKED
from miniatures.table import HELLO, says

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]


def good(number: int) -> Request:
    return Request("decode", "daphne", number.to_bytes(4, "big"))


BAD = Request("decode", "daphne", b"\xba\xd0")


# The handshake


def test_hello_tells_who_the_codec_is() -> None:
    hello = start(says(HELLO))
    assert (hello.codec.name, hello.codec.language) == ("n", "sh")
    assert hello.formats["daphne"].operations == ("decode",)


@pytest.mark.parametrize("kind", [Pool, OneShot])
def test_a_codec_may_begin_before_it_is_waited_for(tmp_path: Path, kind: type[Pool] | type[OneShot]) -> None:
    counted = ["sh", "-c", 'echo >>"$0"; exec "$@"', str(tmp_path / "starts")]
    with closing(kind([*counted, sys.executable, "-m", "goldenwire.protocol.serve"])) as started:
        started.begin()
        with started as codec:
            assert codec.hello.formats
    assert (tmp_path / "starts").read_text() == "\n"


def test_what_cannot_begin_cannot_be_run_when_it_is_waited_for() -> None:
    with closing(Pool(["/nowhere"])) as started:
        started.begin()
        with pytest.raises(CannotRun, match="no such command"), started:
            pass


def test_the_stderr_of_a_codec_that_cannot_be_run_is_shown() -> None:
    with pytest.raises(CannotRun) as caught:
        start(["sh", "-c", "echo libfoo.so.3 not found >&2; exit 127"])
    assert str(caught.value).splitlines()[1:] == ["    It logged:", "    | libfoo.so.3 not found"]


COUNTING = """
import json, sys
for count, line in enumerate(sys.stdin):
    call = json.loads(line)
    print(HELLO if call["op"] == "hello" else json.dumps({"id": call["id"], "value": str(count)}), flush=True)
"""


def count_of(seen: Observation | None) -> int:
    assert seen is not None
    return int(bytes(seen.value or b"").strip(b'"'))


def test_a_fresh_process_is_asked_the_requests_that_are_given_and_no_others() -> None:
    command = [sys.executable, "-c", COUNTING.replace("HELLO", repr(HELLO))]
    with Pool(command, Limits(jobs=2)) as pool:
        seen = [pool.ask_fresh([good(number) for number in range(count)]) for count in (1, 3, 1)]
        asked: dict[int, int] = {}

        def requests() -> Iterator[tuple[int, Request]]:
            for number in range(40):
                asked[number] = pool.asking
                yield number, good(number)

        last = {asked[number]: count_of(one) for number, one in pool.run(requests())}
        restarts = pool.restarts
    assert [count_of(one) for one in seen] == [1, 3, 1]
    assert last == Counter(asked.values())
    assert restarts == 0


def test_there_is_no_answer_of_a_fresh_process_that_does_not_start() -> None:
    pool = Pool(["/nowhere"])
    with closing(pool):
        assert pool.ask_fresh([good(1)]) is None


def test_a_codec_that_cannot_be_started_again_is_given_up(tmp_path: Path, miniature: Miniature) -> None:
    first_time = 'if mkdir "$0"; then exec "$@"; else echo so sorry >&2; echo nonsense; fi'
    command = ["sh", "-c", first_time, str(tmp_path / "been-here"), *miniature("codec", "exit 3")]
    with Pool(command, Limits(window=4)) as pool:
        seen = dict(pool.run((number, BAD if number == 5 else good(number)) for number in range(20)))
        after = pool.ask(good(1))
    assert [seen[number].summary() for number in (5, 6, 19)] == ["crashed exit 3", *["crashed no restart"] * 2]
    assert {seen[number].kind for number in range(5)} == {"value"}
    assert "`nonsense`" in seen[19].detail
    assert "so sorry" in seen[19].stderr
    assert after.summary() == "crashed no restart"
    assert pool.restarts == 3


def test_a_place_that_cannot_be_filled_leaves_its_cases_to_the_others(tmp_path: Path, miniature: Miniature) -> None:
    alone = 'mkdir "$0" 2>/dev/null || exit 8; exec "$@"'
    command = ["sh", "-c", alone, str(tmp_path / "lock"), *miniature("codec", "nothing")]
    with Pool(command, Limits(window=4, jobs=2)) as pool:
        seen = [observation.kind for _, observation in pool.run((n, good(n)) for n in range(40))]
    assert seen == ["value"] * 40


# Deadlines


@pytest.mark.slow
def test_only_the_case_that_is_due_runs_against_the_clock(miniature: Miniature) -> None:
    with Pool(miniature("echo", "40000"), Limits(timeout=1.0, window=50)) as pool:
        seen = [observation.kind for _, observation in pool.run((n, good(n)) for n in range(50))]
    assert seen == ["value"] * 50  # 2 s for all of a window


WAITING = """
import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import codec
def answer(number, echo):
    while number == 1 and not Path(sys.argv[2]).exists():
        time.sleep(0.01)
    codec.answer(number, echo)
codec.main(answer)
"""


def test_the_time_that_the_harness_is_away_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The codec answers only after the harness is back, for longer than the time limit by the clock."""
    away = [0.0]
    for room in ("pool", "supervisor"):
        monkeypatch.setattr(f"goldenwire.subject.{room}.monotonic", lambda: time.monotonic() + away[0])
    told = tmp_path / "told"
    kinds = []
    with Pool([sys.executable, "-c", WAITING, str(miniatures.HERE), str(told)], Limits(timeout=60)) as pool:
        for number, observation in pool.run((number, good(number)) for number in range(3)):
            if number == 0:
                away[0] = 1000.0
                threading.Timer(0.2, told.touch).start()
            kinds.append(observation.kind)
    assert kinds == ["value"] * 3


def test_a_codec_has_no_longer_for_hello_than_is_said() -> None:
    began = time.monotonic()
    with pytest.raises(CannotRun, match=r"within 0\.2 s"), Pool(["sleep", "60"], Limits(startup=0.2, timeout=50)):
        pass
    assert time.monotonic() - began < 40, "it would have had as long as for a case"


def test_a_codec_that_does_not_exit_at_the_end_is_complained_about() -> None:
    stays = 'read hello; printf "%s\\n" "$1"; sleep 60'
    with Pool(["sh", "-c", stays, "sh", HELLO], Limits(timeout=0.3)) as pool:
        assert list(pool.run([])) == []
    assert pool.complaints == ["it did not exit within 0.3 s of the end of its input"]


@pytest.mark.fast("answers once more", "says goodbye")
@pytest.mark.parametrize(
    "chatter",
    [
        pytest.param("echo bye >&2; exec sleep 60", id="says goodbye and stays"),
        pytest.param("exec yes >&2", id="goes on for ever"),
        pytest.param("echo '{}'; exec sleep 60", id="answers once more and stays"),
        pytest.param("while sleep 0.1; do echo >&2; done", id="speaks now and then"),
    ],
)
def test_a_codec_that_is_to_exit_gains_no_time_by_speaking(chatter: str) -> None:
    stays = f'read hello; printf "%s\\n" "$1"; read more; {chatter}'
    began = time.monotonic()
    with Pool(["sh", "-c", stays, "sh", HELLO], Limits(timeout=0.3)) as pool:
        assert list(pool.run([])) == []
    assert time.monotonic() - began < 30, "it would have stayed for a minute"
    assert len(pool.complaints) <= 1


def test_an_exit_status_at_the_end_is_complained_about() -> None:
    leaves = 'read hello; printf "%s\\n" "$1"; read more; exit 9'
    with Pool(["sh", "-c", leaves, "sh", HELLO]) as pool:
        assert list(pool.run([])) == []
    assert pool.complaints == ["it exited with status 9 at the end of its input (expected: 0)"]


def test_a_process_stays_for_what_comes_next_and_is_heard_to_its_end() -> None:
    tells_its_number = """read hello; printf '%s\\n' "$1"; n=0
        while read line; do n=$((n+1)); printf '{"id":%d,"value":"%d"}\\n' $n $$; done; exit 9"""
    with Pool(["sh", "-c", tells_its_number, "sh", HELLO]) as pool:
        observed = [seen for _, seen in pool.run(((n, good(n)) for n in range(3)), stay=True)]
        observed.append(pool.ask(good(3)))
        assert pool.complaints == []
        assert list(pool.run(())) == []
    assert len({bytes(seen.value or b"") for seen in observed}) == 1, "one process answers all"
    assert pool.complaints == ["it exited with status 9 at the end of its input (expected: 0)"]


def test_the_last_answer_of_a_process_that_stays_is_blamed_when_it_comes_twice() -> None:
    twice = (
        """read hello; printf '%s\\n' "$1"; read line; printf '{"id":1,"value":1}\\n{"id":1,"value":1}\\n'; cat >&2"""
    )
    with Pool(["sh", "-c", twice, "sh", HELLO]) as pool:
        [(_, seen)] = pool.run([(0, good(0))], stay=True)
    assert (seen.kind, "answered request 1 again" in seen.detail) == ("garbled", True)


# Flow


@pytest.mark.slow
def test_large_messages_go_both_ways_without_deadlock(miniature: Miniature) -> None:
    octets = bytes(range(256)) * 20_000
    with Pool(miniature("echo"), Limits(timeout=30)) as pool:
        seen = dict(pool.run((number, Request("decode", "daphne", octets)) for number in range(6)))
    assert {bytes(observation.value or b"") for observation in seen.values()} == {b'"%b"' % octets.hex().encode()}
    assert len(seen) == 6


@pytest.mark.slow
def test_a_codec_that_never_reads_hangs_and_does_not_block_the_harness(miniature: Miniature) -> None:
    octets = bytes(1_000_000)
    requests = [(0, BAD), *((number, Request("decode", "daphne", octets)) for number in range(1, 4))]
    with Pool(miniature("codec", "hang"), Limits(timeout=2.0)) as pool:
        seen = {number: observation.kind for number, observation in pool.run(requests)}
    assert seen == {0: "hung", 1: "value", 2: "value", 3: "value"}


def test_requests_are_taken_only_as_the_window_has_room(miniature: Miniature) -> None:
    taken = 0

    def counted() -> Iterator[tuple[int, Request]]:
        nonlocal taken
        for number in range(1000):
            taken = number
            yield number, good(number)

    ahead: list[int] = []
    with Pool(miniature("codec", "nothing"), Limits(window=8, jobs=2)) as pool:
        ahead.extend(taken - done for done, _ in enumerate(pool.run(counted())))
    assert max(ahead) <= 2 * (8 + 8 + 1)  # of two processes: in flight, answered but not yet returned, and held back


# A codec that answers all requests available at once, each with their number, after a delay for each.
AT_ONCE = r"""
import os, sys, time
held = b""
while data := os.read(0, 1 << 20):
    *lines, held = (held + data).split(b"\n")
    time.sleep(float(sys.argv[2]) * len(lines))
    heads = [line.partition(b",")[0] for line in lines]
    replies = [b'%b,"value":"%d"}' % (head, len(lines)) if b"id" in head else sys.argv[1].encode() for head in heads]
    os.write(1, b"".join(reply + b"\n" for reply in replies))
"""


def answers(seconds: float) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", AT_ONCE, HELLO, str(seconds)]


def together(codec: list[str], count: int, window: int) -> Generator[int, None, None]:
    """Yield for each of `count` requests the number that the codec found available at once."""
    with Pool(codec, Limits(window=window)) as pool:
        for _, observation in pool.run((n, good(n)) for n in range(count)):
            yield int(bytes(observation.value or b"").strip(b'"'))


def test_the_window_grows_while_the_codec_waits() -> None:
    with closing(together(answers(0), 100_000, 256)) as seen:
        assert any(count > 64 for count in seen)  # not all at once on a busy machine


@pytest.mark.parametrize(
    ("seconds", "count", "window", "most"),
    [
        pytest.param(0, 2000, 256, 256, id="a quick codec"),
        pytest.param(0, 2000, 16, 16, id="a narrow window"),
        pytest.param(0.001, 200, 256, 64, id="a slow codec"),
    ],
)
def test_the_window_is_never_wider_than_it_may_be(seconds: float, count: int, window: int, most: int) -> None:
    assert max(together(answers(seconds), count, window)) <= most


def test_what_starts_codecs_may_be_started_ahead_and_is_used() -> None:
    pool = Pool(answers(0))
    pool.prepare()
    keeper = pool._keeper._process
    with pool:
        assert (pool._keeper._process, pool.hello.codec.name) == (keeper, "n")
    assert keeper is not None
    assert keeper.poll() is not None


@pytest.mark.parametrize(
    ("expected", "read"),
    [
        pytest.param(b'"value":"1"', False, id="to the letter"),
        pytest.param(b'"value": "1"', True, id="in other words"),
        pytest.param(b'"value":"2"', True, id="otherwise"),
        pytest.param(b"", True, id="nothing is due"),
    ],
)
def test_a_reply_that_is_due_is_not_read(expected: bytes, read: bool) -> None:
    with Pool(answers(0)) as pool:
        [(_, seen)] = pool.run([(0, good(0))], expected=lambda _: expected)
    assert (seen is not MATCHES_EXPECTED, seen.value) == (read, Raw(b'"1"') if read else None)


@pytest.mark.parametrize(
    ("line", "said"),
    [('{"id":2,"value":"1"}', "a reply to request 2 when 1 was expected"), ("", "an empty line")],
    ids=["another's", "empty"],
)
def test_what_is_due_to_another_request_is_not_taken(line: str, said: str) -> None:
    codec = ["sh", "-c", 'for reply; do read request; printf "%s\\n" "$reply"; done; sleep 60', "sh", HELLO, line]
    with Pool(codec, Limits(timeout=0.5)) as pool:
        seen = dict(pool.run([(1, good(1)), (2, good(2))], expected=lambda number: b'"value":"1"' * (number == 2)))
    assert (seen[1].kind, said in seen[1].detail) == ("garbled", True)


def test_two_processes_share_the_cases(miniature: Miniature) -> None:
    with Pool(miniature("codec", "nothing"), Limits(jobs=2)) as pool:
        assert sorted(number for number, _ in pool.run((n, good(n)) for n in range(500))) == list(range(500))


def test_a_pool_can_run_again(miniature: Miniature) -> None:
    with Pool(miniature("codec", "nothing")) as pool:
        runs = [[n for n, _ in pool.run((n, good(n)) for n in range(3))] for _ in range(2)]
    assert runs == [[0, 1, 2]] * 2
    assert pool.restarts == 0


def test_a_run_that_is_left_early_leaves_nothing_behind(miniature: Miniature) -> None:
    with Pool(miniature("codec", "hang"), Limits(jobs=2)) as pool:
        first, _ = next(pool.run((number, good(number)) for number in range(10_000)))
    assert first == 0


def test_an_error_in_the_source_of_requests_passes_through(miniature: Miniature) -> None:
    def broken() -> Iterator[tuple[int, Request]]:
        yield 0, good(0)
        raise ZeroDivisionError

    with Pool(miniature("codec", "nothing")) as pool, pytest.raises(ZeroDivisionError):
        list(pool.run(broken()))


# Single questions


def test_asking_keeps_the_process(miniature: Miniature) -> None:
    with Pool(miniature("codec", "nothing")) as pool:
        kinds = [pool.ask(good(number)).kind for number in range(50)]
    assert kinds == ["value"] * 50
    assert pool.restarts == 0


@pytest.mark.fast("die by", "garbage", "fails")
@pytest.mark.parametrize(
    ("name", "expected"),
    [("die by SIGSEGV", "crashed SIGSEGV"), ("hang", "hung"), ("garbage", "garbled"), ("fails", "failed")],
)
def test_asking_survives_misbehaviour(name: str, expected: str, miniature: Miniature) -> None:
    with Pool(miniature("codec", name), Limits(timeout=0.4)) as pool:
        seen = [pool.ask(request).summary() for request in (BAD, good(1), BAD, BAD)]
    assert seen[0] == seen[2] == seen[3] == expected
    assert seen[1].startswith("value ")


@pytest.mark.fast("nothing", "die by", "garbage", "fails")
@pytest.mark.parametrize("name", ["nothing", "die by SIGSEGV", "hang", "garbage", "fails"])
def test_what_is_left_early_is_not_answered_later(name: str, miniature: Miniature) -> None:
    with Pool(miniature("codec", name), Limits(timeout=0.4)) as pool:
        for _ in range(2):
            with closing(pool.ask_all((number, good(number) if number else BAD) for number in range(100))) as answers:
                assert next(answers)[0] == 0
            assert [number for number, _ in pool.ask_all((number, good(number)) for number in range(3))] == [0, 1, 2]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_answer_that_is_held_back_is_dropped_with_what_is_left_early(count: int, miniature: Miniature) -> None:
    with Pool(miniature("codec", "nothing")) as pool:
        for _ in pool.run((number, good(number)) for number in range(count)):
            break
        assert pool.ask(good(7)).value == Raw(b'{"echo":"00000007"}')


def test_a_process_whose_input_is_closed_is_not_asked_again() -> None:
    """The run is left at its last answer, while the codec is slow to exit."""
    stays = """read hello; printf '%s\\n' "$1"; read line; echo '{"id":1,"value":1}'; read more; sleep 60"""
    with Pool(["sh", "-c", stays, "sh", HELLO]) as pool:
        for number, _ in pool.run([(0, good(0))]):
            assert number == 0
            break
        assert pool.ask(good(1)).kind == "value"


AFTERTHOUGHT = """
import os, sys, threading, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import codec
def once_told():
    told = Path(sys.argv[3])
    while not told.exists():
        time.sleep(0.01)
    told.unlink()
    AFTER[sys.argv[2]]()
def late(number, echo):
    codec.answer(number, echo)
    threading.Thread(target=once_told).start()
AFTER = {
    "exit": lambda: os._exit(0),
    "noise": lambda: codec.write("noise\\n"),
    "closed output": lambda: os.close(1),
}
codec.main(late)
"""


@pytest.mark.parametrize("after", ["exit", "noise", "closed output"])
def test_what_happens_between_two_questions_is_not_blamed_on_the_second(after: str, tmp_path: Path) -> None:
    told = tmp_path / "told"
    with Pool([sys.executable, "-c", AFTERTHOUGHT, str(miniatures.HERE), after, str(told)]) as pool:
        assert pool.ask(BAD).kind == "value"
        told.touch()
        until = time.monotonic() + 60
        while told.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.2)  # it acts at once
        assert pool.ask(good(1)).kind == "value"
    assert pool.restarts == 1


@pytest.mark.fast("repeated id", "a line after the answer")
@pytest.mark.parametrize(
    "name",
    [
        "a line after the answer",
        "an empty line after the answer",
        "the rest of a line after the answer",
        "repeated id",
        "no id",
        "an answer broken in two lines",
    ],
)
def test_a_codec_that_once_wrote_too_much_is_listened_to_for_longer(name: str, miniature: Miniature) -> None:
    """Single questions wait for output after an answer only once the codec has written such output."""
    with Pool(miniature("codec", name), Limits(timeout=60)) as pool:
        pool.ask(BAD)
        asked = [good(1), BAD, good(2), BAD, BAD]
        kinds = [pool.ask(request).kind for request in asked]
    assert kinds == ["garbled" if request is BAD else "value" for request in asked]


def test_a_codec_that_leaves_before_it_is_asked_again_is_said_to(tmp_path: Path, miniature: Miniature) -> None:
    """The first process adds a line to an answer, so the request is asked again; the later ones leave after hello."""
    once = 'if mkdir "$0"; then exec "$@"; else read hello; printf "%s\\n" "$HELLO"; exit 0; fi'
    bad = miniature("codec", "a line after the answer")
    command = ["env", f"HELLO={HELLO}", "sh", "-c", once, str(tmp_path / "been-here"), *bad]
    with Pool(command) as pool:
        seen = dict(pool.run([(0, BAD), (1, good(1))]))
    assert {(one.kind, one.detail) for one in seen.values()} == {("garbled", NOT_ASKED)}


def test_questions_together_have_one_answer_each_however_many_lines_come(miniature: Miniature) -> None:
    asked = [good(0), BAD, good(1), BAD, BAD, good(2), BAD]
    with Pool(miniature("codec", "a line after the answer"), Limits(timeout=60)) as pool:
        seen = list(pool.ask_all(enumerate(asked)))
    assert [number for number, _ in seen] == list(range(len(asked)))
    assert [one.kind for _, one in seen[:-1]] == ["garbled" if one is BAD else "value" for one in asked[:-1]]


# A codec that answers each request after its beginning, then reads the rest after a delay.
HASTY = r"""
import os, re, sys, time
def read_until(mark, held):
    while mark not in held:
        data = os.read(0, 1 << 12)
        held = held[-1:] + data if mark == b"\n" else held + data
        if not data:
            sys.exit()
    return held.partition(mark)
os.write(1, sys.argv[1].encode() + b"\n")
held = read_until(b"\n", b"")[2]
while True:
    head, _, held = read_until(b",", held)
    os.write(1, head + b',"value":1}\n')
    time.sleep(float(sys.argv[2]))
    held = read_until(b"\n", held)[2]
"""


def test_a_codec_may_answer_before_it_has_read_the_whole_request() -> None:
    large = Request("decode", "daphne", bytes(3_000_000))
    with Pool([sys.executable, "-I", "-S", "-c", HASTY, HELLO, "0.05"], Limits(timeout=60)) as pool:
        kinds = [pool.ask(large).kind for _ in range(3)]
        kinds += [seen.kind for _, seen in pool.ask_all((number, large) for number in range(3))]
    assert (kinds, pool.restarts) == (["value"] * 6, 0)


@pytest.mark.slow
def test_a_codec_that_never_reads_the_rest_of_a_request_hangs() -> None:
    large = Request("decode", "daphne", bytes(3_000_000))
    with Pool([sys.executable, "-I", "-S", "-c", HASTY, HELLO, "60"], Limits(timeout=0.5)) as pool:
        seen = [pool.ask(request) for request in (large, good(1), large)]
    assert [one.kind for one in seen] == ["hung", "value", "hung"]
    assert "did not read the rest in 0.5 s" in seen[0].detail


# Interruption

INTERRUPTED = """
import sys
from goldenwire.protocol import Request
from goldenwire.subject import Limits, OneShot, Pool
kind = {"Pool": Pool, "OneShot": OneShot}[sys.argv[1]]
with kind(sys.argv[2:], Limits(jobs=2, timeout=60)) as codec:
    for number, _ in codec.run((n, Request("decode", "daphne", b"\\xba\\xd0" if n else b"")) for n in range(4)):
        print(number, flush=True)
"""


@pytest.mark.parametrize(("kind", "name"), [("Pool", "codec"), ("OneShot", "oneshot")])
def test_an_interrupt_leaves_no_codec_running(kind: str, name: str, miniature: Miniature) -> None:
    command = [sys.executable, "-c", INTERRUPTED, kind, *miniature(name, "fork storm")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as harness:
        assert harness.stdout
        assert harness.stdout.readline() == b"0\n", "one is answered, the others hang"
        os.kill(harness.pid, signal.SIGINT)
        _, stderr = harness.communicate()
    assert b"KeyboardInterrupt" in stderr


@pytest.mark.fast("hang")
@pytest.mark.parametrize("misbehaviour", ["hang", "fork storm", "grandchildren in sessions of their own"])
def test_nothing_outlives_a_harness_that_is_killed(misbehaviour: str, miniature: Miniature) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "Pool", *miniature("codec", misbehaviour)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as harness:
        assert harness.stdout
        assert harness.stdout.readline() == b"0\n", "one is answered, the others hang"
        time.sleep(0.3)
        harness.kill()
        harness.wait()


def test_a_parent_that_ignores_its_children_changes_nothing(miniature: Miniature) -> None:
    script = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n" + INTERRUPTED
    command = [sys.executable, "-c", script, "Pool", *miniature("codec", "exit 3")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["0", "1", "2", "3"]


def test_one_shot_and_pool_are_used_alike() -> None:
    public = {name for name in dir(Pool) if not name.startswith("_")}
    assert public == {name for name in dir(OneShot) if not name.startswith("_")}


# Output after the last answer


def test_a_flood_after_the_last_answer_is_blamed_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldenwire.subject.supervisor.HOLD", 60.0)  # a busy machine may take long to start what floods
    floods = (
        """read hello; printf '%s\\n' "$1"; read line; echo '{"id":1,"value":1}'; head -c 3000000 /dev/zero; sleep 60"""
    )
    with Pool(["sh", "-c", floods, "sh", HELLO], Limits(output_mib=1)) as pool:
        seen = [observation.kind for _, observation in pool.run([(0, good(0))])]
    assert (seen, pool.strays) == (["flooded"], [])


STRAYS = {
    "a line while it is idle": ("sleep 0.2; echo bye; cat >&2", "not JSON"),
    "a reply while it is idle": ("""sleep 0.2; echo '{"id":7,"value":1}'; cat >&2""", "a reply that nobody asked for"),
    "its answer once more": ("""sleep 0.2; echo '{"id":1,"value":1}'; cat >&2""", "it answered request 1 again"),
    "a line at the end of its input": ("read more; sleep 0.2; echo bye", "not JSON"),
    "an empty line at the end of its input": ("read more; sleep 0.2; echo", "an empty line"),
    "half a line at the end of its input": ("read more; sleep 0.2; printf by", "it went on after its answer: `by`"),
}


@pytest.mark.fast("a line at the end", "a line while")
@pytest.mark.parametrize(("then", "said"), STRAYS.values(), ids=STRAYS)
def test_a_line_after_the_last_answer_is_held_against_the_codec(then: str, said: str) -> None:
    script = f"""read hello; printf '%s\\n' "$1"; read line; echo '{{"id":1,"value":1}}'; {then}"""
    with Pool(["sh", "-c", script, "sh", HELLO]) as pool:
        assert pool.ask(good(0)).kind == "value"
        time.sleep(0.4 * ("cat" in then))
        assert list(pool.run(())) == []
    assert (len(pool.strays), said in pool.strays[0], pool.complaints) == (1, True, [])


def test_a_line_after_hello_is_held_against_the_codec() -> None:
    script = """read hello; printf '%s\\n' "$1"; sleep 0.2; echo ready; cat >&2"""
    with Pool(["sh", "-c", script, "sh", HELLO]) as pool:
        time.sleep(0.4)
        assert list(pool.run(())) == []
    assert [": `ready`" in stray for stray in pool.strays] == [True]


def test_a_codec_that_leaves_in_time_has_nothing_held_against_it(miniature: Miniature) -> None:
    with Pool(miniature("codec", "nothing"), Limits(jobs=2)) as pool:
        assert len(list(pool.run((number, good(number)) for number in range(20)))) == 20
    assert (pool.strays, pool.complaints) == ([], [])
