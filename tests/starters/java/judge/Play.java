import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Plays the rows of tests/starters/judgements.py to the starter's judge. */
final class Play {
  private static Map<?, ?> played(Map<?, ?> row) {
    Iterator<?> replies = ((List<?>) row.get("replies")).iterator();
    List<Object> asked = new ArrayList<>();
    Judge.Verdict verdict = Judge.judge((Map<?, ?>) row.get("question"), request -> {
      asked.add(request);
      return replies.hasNext() ? (Map<?, ?>) replies.next() : Map.of("failed", "asked too often");
    });
    return Map.of("outcome", verdict.outcome(), "asked", asked.subList(1, asked.size()));
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      System.out.println(Protocol.write(played((Map<?, ?>) Protocol.parse(line))));
    }
  }
}
