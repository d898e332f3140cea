import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Judges a codec's answers to the golden vectors as {@code goldenwire check} does, with nothing but Java's own library.
 *
 * <p>{@code Judge.judge(question, ask)} puts a question, a line of vectors.jsonl, to a codec and returns one of these
 * outcomes with the reason. {@code ask} returns the reply to a request of the protocol.
 *
 * <ul>
 *   <li>pass: the answer is as it has to be;
 *   <li>roundtrip: these bytes are not the golden ones, but the codec's own decoder reads the right value in them; {@code
 *       goldenwire check} is stricter, because it reads them with a decoder of its own;
 *   <li>declined: the codec does not do this;
 *   <li>fail: the answer is wrong.
 * </ul>
 */
final class Judge {
  private static final int SHOWN = 300; // characters of a value in a message

  /** An outcome and its reason. */
  record Verdict(String outcome, String reason) {}

  private final Map<?, ?> question;
  private final List<?> tags;
  private final Function<Map<?, ?>, Map<?, ?>> ask;

  private Judge(Map<?, ?> question, Function<Map<?, ?>, Map<?, ?>> ask) {
    this.question = question;
    this.tags = items(question, "compare");
    this.ask = ask;
  }

  /** The questions of a file, GOLDENWIRE_EXPORT if that is set; none if only the usual file is missing. */
  static List<Map<?, ?>> questions(String usual, String command) throws IOException {
    String named = Objects.requireNonNullElse(System.getenv("GOLDENWIRE_EXPORT"), "");
    Path path = Path.of(named.isEmpty() ? usual : named);
    List<Map<?, ?>> found = new ArrayList<>();
    if (Files.notExists(path)) {
      if (named.isEmpty()) {
        return found;
      }
      throw new IOException("there is no file " + path);
    }
    try (BufferedReader lines = Files.newBufferedReader(path)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        found.add(question(line));
      }
    } catch (Protocol.Unreadable error) {
      throw new IOException(path + ", line " + (found.size() + 1) + ": " + error.getMessage(), error);
    }
    if (found.isEmpty()) {
      throw new IOException(path + " has no questions; make it again: " + command);
    }
    return found;
  }

  private static Map<?, ?> question(String line) {
    if (Protocol.parse(line) instanceof Map<?, ?> question) {
      return question;
    }
    throw new Protocol.Unreadable("no object");
  }

  static Verdict judge(Map<?, ?> question, Function<Map<?, ?>, Map<?, ?>> ask) {
    return new Judge(question, ask).judge();
  }

  private Verdict judge() {
    Map<?, ?> reply = ask.apply(object(question, "request"));
    if (reply.containsKey("unsupported")) {
      boolean passes = objects(question, "passes").stream().anyMatch(one -> one.containsKey("unsupported"));
      return passes ? new Verdict("pass", "") : new Verdict("declined", (String) reply.get("unsupported"));
    }
    return verdict(reply);
  }

  private Verdict verdict(Map<?, ?> reply) {
    List<Map<?, ?>> expected = objects(question, "passes");
    if (expected.stream().anyMatch(one -> fits(one, reply))) {
      return new Verdict("pass", "");
    }
    List<Map<?, ?>> meanings = new ArrayList<>();
    for (Map<?, ?> one : expected) {
      if (one.containsKey("means")) {
        Map<String, Object> meaning = new HashMap<>(); // as no Map.of holds a null
        meaning.put("value", one.get("means"));
        meanings.add(meaning);
      }
    }
    if (meanings.isEmpty() || !reply.containsKey("bytes")) {
      return new Verdict("fail", differs(expected, reply));
    }
    Map<?, ?> read = ask.apply(ofBytes(reply.get("bytes")));
    if (read.containsKey("unsupported")) {
      return new Verdict("declined", "other bytes than the golden ones, and no decoder to read them; goldenwire check has one");
    }
    if (meanings.stream().anyMatch(meaning -> fits(meaning, read))) {
      return new Verdict("roundtrip", "");
    }
    return new Verdict("fail", "its bytes " + shown(reply.get("bytes")) + ", decoded\n" + differs(meanings, read));
  }

  /** The request to decode bytes in the context of the question. */
  private Map<?, ?> ofBytes(Object bytes) {
    Map<String, Object> request = new LinkedHashMap<>();
    Map<?, ?> asked = object(question, "request");
    request.put("id", asked.get("id"));
    request.put("op", "decode");
    request.put("format", asked.get("format"));
    request.put("bytes", bytes);
    if (asked.containsKey("context")) {
      request.put("context", asked.get("context"));
    }
    return request;
  }

  private boolean fits(Map<?, ?> expected, Map<?, ?> reply) {
    if (expected.containsKey("value")) {
      return reply.containsKey("value") && same(expected.get("value"), reply.get("value"), tags);
    }
    if (expected.containsKey("rejected")) {
      return reply.containsKey("rejected") && refuses(object(expected, "rejected"), object(reply, "rejected"));
    }
    return expected.containsKey("bytes") && expected.get("bytes").equals(reply.get("bytes"));
  }

  private static boolean refuses(Map<?, ?> expected, Map<?, ?> found) {
    Object code = found.containsKey("code") ? found.get("code") : "";
    if (expected.containsKey("codes") && !items(expected, "codes").contains(code)) {
      return false;
    }
    if (Boolean.TRUE.equals(expected.get("no_offset"))) {
      return found.get("offset") == null;
    }
    Object due = expected.containsKey("offset") ? expected.get("offset") : object(expected, "offsets").get(code);
    return due == null || due.equals(found.get("offset"));
  }

  // Values are the same as JSON, but for any NaN, numbers by value and sets.

  private static final Map<?, String> INFINITY =
      Map.of("4", "7c00", "8", "7f800000", "16", "7ff0000000000000", "32", "7fff" + "0".repeat(28));

  /** Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. */
  static boolean same(Object expected, Object found, List<?> tags) {
    if (expected instanceof Map<?, ?> a) {
      return isAnyNan(a) ? isNan(found, INFINITY.get(a.get("nan"))) : found instanceof Map<?, ?> b && sameMembers(a, b, tags);
    }
    if (expected instanceof List<?> a) {
      return found instanceof List<?> b && a.size() == b.size()
          && IntStream.range(0, a.size()).allMatch(i -> same(a.get(i), b.get(i), tags));
    }
    return Objects.equals(expected, found);
  }

  private static boolean sameMembers(Map<?, ?> expected, Map<?, ?> found, List<?> tags) {
    if (!expected.keySet().equals(found.keySet())) {
      return false;
    }
    for (String tag : List.of("number", "unique_set")) {
      if (expected.size() == 1 && expected.containsKey(tag) && tags.contains(tag)) {
        Object a = expected.get(tag);
        Object b = found.get(tag);
        return tag.equals("number") ? same(whole(a), whole(b), tags) : paired(a, b, tags);
      }
    }
    return expected.keySet().stream().allMatch(name -> same(expected.get(name), found.get(name), tags));
  }

  private static boolean isAnyNan(Map<?, ?> object) {
    return object.size() == 1 && object.get("nan") instanceof String digits && INFINITY.containsKey(digits);
  }

  /** Whether an atom is the bits of a NaN, which are above those of infinity, without the sign. */
  private static boolean isNan(Object atom, String infinity) {
    return atom instanceof String text && isHex(text, infinity.length())
        && ((Character.digit(text.charAt(2), 16) & 7) + text.substring(3)).compareTo(infinity) > 0;
  }

  private static boolean isHex(String text, int digits) {
    return text.length() == 2 + digits && text.matches("0x[0-9a-f]+");
  }

  /** The integer of a double that is one, except for -0.0; any other atom as it is. */
  private static Object whole(Object atom) {
    if (!(atom instanceof String text) || !isHex(text, 16) || text.equals("0x8000000000000000")) {
      return atom;
    }
    double number = Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(2), 16));
    boolean integral = Double.isFinite(number) && number == Math.rint(number);
    return integral ? new BigDecimal(number).toBigIntegerExact().toString() : atom;
  }

  private static boolean paired(Object expected, Object found, List<?> tags) {
    if (!(expected instanceof List<?> a) || !(found instanceof List<?> b) || a.size() != b.size()) {
      return false;
    }
    Map<Integer, Integer> partners = new HashMap<>();
    return IntStream.range(0, a.size()).allMatch(place -> pair(place, a, b, tags, partners, new HashSet<>()));
  }

  /** Finds a partner among the found for an expected element; one moves to another partner to make room. */
  private static boolean pair(
      int wanting, List<?> expected, List<?> found, List<?> tags, Map<Integer, Integer> partners, Set<Integer> tried) {
    for (int place = 0; place < found.size(); place++) {
      if (same(expected.get(wanting), found.get(place), tags) && tried.add(place)) {
        Integer other = partners.get(place);
        if (other == null || pair(other, expected, found, tags, partners, tried)) {
          partners.put(place, wanting);
          return true;
        }
      }
    }
    return false;
  }

  // Messages

  /** The text of a failure: the reason, and what the question is about. */
  static String explained(Map<?, ?> question, String reason) {
    String sentences = objects(question, "requirements").stream()
        .map(one -> "\n" + one.get("id") + ": " + one.get("text"))
        .collect(Collectors.joining());
    return question.get("summary") + "\n" + reason + "\nrequest   " + shown(question.get("request")) + sentences;
  }

  /** The line that is printed after all questions, by the number of each outcome. */
  static String summary(Map<String, Integer> tally) {
    int roundtrip = tally.getOrDefault("roundtrip", 0);
    int passed = tally.getOrDefault("pass", 0) + roundtrip;
    int failed = tally.getOrDefault("fail", 0);
    int declined = tally.getOrDefault("declined", 0);
    String line = String.format("vectors: %d asked, %d passed, %d failed, %d declined",
        passed + failed + declined, passed, failed, declined);
    return roundtrip == 0 ? line : line + "; " + roundtrip
        + " passed by the codec's own decoder alone, for which goldenwire check is stricter";
  }

  private static String differs(List<Map<?, ?>> expected, Map<?, ?> found) {
    String due = expected.stream().map(Judge::shown).collect(Collectors.joining("\nor        "));
    Map<Object, Object> said = new LinkedHashMap<>(found);
    said.remove("id");
    return "expected  " + due + "\nfound     " + (found.get("failed") instanceof String text ? text : shown(said));
  }

  private static String shown(Object value) {
    String text = Protocol.write(value);
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
  }

  // Members of JSON objects, which are empty where there are none

  private static Map<?, ?> object(Map<?, ?> value, String name) {
    return value.get(name) instanceof Map<?, ?> object ? object : Map.of();
  }

  private static List<?> items(Map<?, ?> value, String name) {
    return value.get(name) instanceof List<?> list ? list : List.of();
  }

  private static List<Map<?, ?>> objects(Map<?, ?> value, String name) {
    List<Map<?, ?>> found = new ArrayList<>();
    items(value, name).forEach(item -> found.add((Map<?, ?>) item));
    return found;
  }
}
