"""A seccomp filter: the system calls that a sandboxed codec cannot make, as a program for the kernel.

UNIX sockets would reach services by a path in the file system, which no namespace hides, so only internet sockets and
connected pairs are allowed. Creating namespaces would give the codec capabilities inside them; the other calls reach
parts of the kernel that no codec needs. All 32-bit calls are refused, because their numbers differ.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
INTERNET = (2, 10)  # AF_INET, AF_INET6
CONNECTED = (1, 5)  # SOCK_STREAM, SOCK_SEQPACKET; a pair of any other type can send to any address
TYPE = 0xF  # the bits of a socket's type that are not flags
NAMESPACES = 0x7E020000  # CLONE_NEW*

NAMES = (
    "socket", "socketpair", "clone", "unshare", "setns", "add_key", "request_key", "keyctl", "bpf", "perf_event_open",
    "userfaultfd", "open_by_handle_at", "io_uring_setup", "clone3",
)  # fmt: skip
GENERIC = (198, 199, 220, 97, 268, 217, 218, 219, 280, 241, 282, 265, 425, 435)
# By machine: the kernel's identifier for it, and the numbers of these calls.
MACHINES = {
    "x86_64": (0xC000003E, (41, 53, 56, 272, 308, 248, 249, 250, 321, 298, 323, 304, 425, 435)),
    "aarch64": (0xC00000B7, GENERIC),
    "riscv64": (0xC00000F3, GENERIC),
}
X32 = 0x40000000  # x86_64 calls that use other numbers begin here

# Instructions are eight octets each: the code, how many to skip if a comparison holds and if it does not, a number.
LOAD, AND, EQUAL, AT_LEAST, ANY_OF, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER, MACHINE, FIRST, SECOND = 0, 4, 16, 24  # offsets in the data that the filter is given


def build_filter(machine: str) -> bytes:
    """Return the filter for a machine, or no bytes if the machine is unknown."""
    if machine not in MACHINES:
        return b""
    known, numbers = MACHINES[machine]
    at = dict(zip(NAMES, numbers, strict=True))
    lines = [_instruction(LOAD, MACHINE), _instruction(EQUAL, known, 1, 0), _refuse(EPERM)]
    lines += [_instruction(LOAD, NUMBER), _instruction(AT_LEAST, X32, 0, 1), _refuse(EPERM)]
    lines += _allow_only(at["socket"], [_instruction(LOAD, FIRST)], INTERNET, EAFNOSUPPORT)
    lines += _allow_only(at["socketpair"], [_instruction(LOAD, SECOND), _instruction(AND, TYPE)], CONNECTED, EPERM)
    clone = [
        _instruction(LOAD, FIRST),
        _instruction(ANY_OF, NAMESPACES, 0, 1),
        _refuse(EPERM),
        _instruction(RETURN, ALLOW),
    ]
    lines += [_instruction(EQUAL, at["clone"], 0, len(clone)), *clone]
    for name in NAMES[3:]:  # clone3 has its flags in memory; without it, programs fall back to clone
        lines += [
            _instruction(EQUAL, at[name], 0, 1),
            _refuse(ENOSYS if name in {"clone3", "io_uring_setup"} else EPERM),
        ]
    return b"".join([*lines, _instruction(RETURN, ALLOW)])


def _allow_only(number: int, load: "list[bytes]", allowed: "Sequence[int]", error: int) -> "list[bytes]":
    """Return instructions that allow a call only if the loaded argument is one of `allowed`."""
    lines = list(load)
    for word in allowed:
        lines += [_instruction(EQUAL, word, 0, 1), _instruction(RETURN, ALLOW)]
    lines.append(_refuse(error))
    return [_instruction(EQUAL, number, 0, len(lines)), *lines]


def _refuse(error: int) -> bytes:
    return _instruction(RETURN, REFUSE | error)


def _instruction(code: int, number: int, then: int = 0, otherwise: int = 0) -> bytes:
    return code.to_bytes(2, "little") + bytes((then, otherwise)) + number.to_bytes(4, "little")
