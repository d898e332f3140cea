import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The worked examples of the specification and the golden vectors: java -cp build CodecTest.
 *
 * <p>What the codec does not do yet is skipped. Values of the examples are compared to the letter, but for NaNs; {@code
 * goldenwire smoke --examples-of-spec} knows what else a format lets differ. {@code java -cp build CodecTest daphne/csr}
 * asks the vectors that have this in their names, alone; with GOLDENWIRE_VERBOSE=1 the outcome of each is printed.
 */
public final class CodecTest {
  private static final String EXPORT = "@EXPORT@";

  /** Whether one of what is due (an example, or one of its outcomes) is what the codec did. */
  private static boolean due(Map<?, ?> example, boolean refused, Object found) {
    boolean here = refused
        ? example.containsKey("rejected")
        : example.containsKey("value") && Judge.same(example.get("value"), found, List.of());
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
        byte[] written = codec.encode("sample", found, context, null);
        good = Judge.same(found, codec.decode("sample", written, context), List.of());
      }
      return good ? "pass" : "FAIL";
    } catch (Protocol.Unsupported error) {
      return "skip";
    } catch (Protocol.Rejected refusal) {
      return due(example, true, null) ? "pass" : "FAIL";
    }
  }

  private static boolean testWorkedExamples() throws IOException {
    Map<String, Integer> counts = new TreeMap<>(Map.of("pass", 0, "skip", 0, "FAIL", 0));
    for (String line : Files.readAllLines(Path.of("examples.jsonl"))) {
      Map<?, ?> example = (Map<?, ?>) Protocol.parse(line);
      String result = check(example);
      counts.merge(result, 1, Integer::sum);
      System.out.println(result + "  Example " + ((Protocol.Num) example.get("example")).digits() + ": " + example.get("title"));
    }
    System.out.println(counts.get("pass") + " pass, " + counts.get("skip") + " skipped, " + counts.get("FAIL") + " fail");
    return counts.get("FAIL") == 0;
  }

  private static boolean testVectors(String selected) throws IOException {
    List<Map<?, ?>> questions = Judge.questions("vectors.jsonl", EXPORT);
    Map<String, Integer> tally = new HashMap<>();
    for (Map<?, ?> question : questions) {
      String name = question.get("id") + "/" + question.get("operation");
      if (name.contains(selected)) {
        Codec codec = new Codec();
        Judge.Verdict verdict = Judge.judge(question, request -> ask(codec, request));
        tally.merge(verdict.outcome(), 1, Integer::sum);
        report(name, question, verdict);
      }
    }
    boolean none = tally.isEmpty() && !selected.isEmpty() && !questions.isEmpty();
    System.out.println(questions.isEmpty() ? "vectors: no vectors.jsonl, which this makes: " + EXPORT : Judge.summary(tally));
    System.out.print(none ? "no question has " + selected + " in its name\n" : "");
    return !none && !tally.containsKey("fail");
  }

  private static Map<?, ?> ask(Codec codec, Map<?, ?> request) {
    try {
      return Protocol.answer(codec, request);
    } catch (OutOfMemoryError | AssertionError error) { // such as for what hostile bytes claim to need; the next one is asked
      return Map.of("failed", error.toString());
    }
  }

  private static void report(String name, Map<?, ?> question, Judge.Verdict verdict) {
    if ("1".equals(System.getenv("GOLDENWIRE_VERBOSE"))) {
      System.out.println(name + " ... " + verdict.outcome());
    }
    if (verdict.outcome().equals("fail")) {
      System.out.println("FAIL  " + name + "\n" + Judge.explained(question, verdict.reason()).indent(6).stripTrailing());
    }
  }

  public static void main(String[] arguments) {
    try {
      boolean good = arguments.length > 0 || testWorkedExamples();
      good &= testVectors(arguments.length > 0 ? arguments[0] : "");
      System.exit(good ? 0 : 1);
    } catch (IOException error) {
      System.err.println("cannot read the tests: " + error.getMessage());
      System.exit(1);
    }
  }
}
