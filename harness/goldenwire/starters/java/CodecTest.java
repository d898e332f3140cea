import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The worked examples of the specification: java -cp build CodecTest.
 *
 * <p>What the codec does not do yet is skipped. Values are compared to the letter, but for NaNs; {@code goldenwire smoke
 * --examples-of-spec} knows what else a format lets differ.
 */
public final class CodecTest {
  /** Whether two values are the same; {"nan":"8"} stands for any NaN of eight digits. */
  private static boolean same(Object expected, Object found) {
    if (expected instanceof Map<?, ?> a && a.get("nan") instanceof String digits) {
      return found instanceof String text && text.length() == 2 + Integer.parseInt(digits);
    }
    if (expected instanceof Map<?, ?> a && found instanceof Map<?, ?> b) {
      return a.keySet().equals(b.keySet()) && a.keySet().stream().allMatch(name -> same(a.get(name), b.get(name)));
    }
    if (expected instanceof List<?> a && found instanceof List<?> b) {
      boolean good = a.size() == b.size();
      for (int i = 0; good && i < a.size(); i++) {
        good = same(a.get(i), b.get(i));
      }
      return good;
    }
    return Objects.equals(expected, found);
  }

  /** Whether one of what is due (an example, or one of its outcomes) is what the codec did. */
  private static boolean due(Map<?, ?> example, boolean refused, Object found) {
    boolean here = refused ? example.containsKey("rejected") : example.containsKey("value") && same(example.get("value"), found);
    Collection<?> outcomes = example.get("outcomes") instanceof Map<?, ?> all ? all.values() : List.of();
    return here || outcomes.stream().anyMatch(outcome -> due((Map<?, ?>) outcome, refused, found));
  }

  private static String check(Map<?, ?> example) {
    Codec codec = new Codec();
    Object context = example.get("context");
    try {
      Object found = codec.decode("sample", Protocol.octets(example.get("bytes"), ""), context);
      boolean good = due(example, false, found);
      if (good && Boolean.TRUE.equals(example.get("canonical"))) {
        good = same(found, codec.decode("sample", codec.encode("sample", found, context, null), context));
      }
      return good ? "pass" : "FAIL";
    } catch (Protocol.Unsupported error) {
      return "skip";
    } catch (Protocol.Rejected refusal) {
      return due(example, true, null) ? "pass" : "FAIL";
    }
  }

  public static void main(String[] arguments) throws IOException {
    Map<String, Integer> counts = new TreeMap<>(Map.of("pass", 0, "skip", 0, "FAIL", 0));
    for (String line : Files.readAllLines(Path.of("examples.jsonl"))) {
      Map<?, ?> example = (Map<?, ?>) Protocol.parse(line);
      String result = check(example);
      counts.merge(result, 1, Integer::sum);
      System.out.println(result + "  Example " + ((Protocol.Num) example.get("example")).digits() + ": " + example.get("title"));
    }
    System.out.println(counts.get("pass") + " pass, " + counts.get("skip") + " skipped, " + counts.get("FAIL") + " fail");
    System.exit(counts.get("FAIL") > 0 ? 1 : 0);
  }
}
