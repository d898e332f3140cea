import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A codec of the format sciserialize, at its beginning: null, true and false, on both carriers.
 *
 * <p>Read {@code goldenwire spec sciserialize}, then go on, a part at a time:
 *
 * <ol>
 *   <li>decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
 *   <li>encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 *   <li>what you have not come to throws Unsupported, which is honest and never passes;
 *   <li>declare in hello what the text lists as features and policies, once you keep what they promise.
 * </ol>
 */
public final class Codec implements Protocol.Codec {
  // By carrier: the values of bytes, each as a character.
  private static final Map<String, Map<String, Object>> VALUES =
      Map.of("json", values("null", "true", "false"), "msgpack", values("\u00c0", "\u00c3", "\u00c2"));

  private static Map<String, Object> values(String nothing, String yes, String no) {
    Map<String, Object> values = new HashMap<>();
    values.put(nothing, null);
    values.put(yes, true);
    values.put(no, false);
    return values;
  }

  /** What there is on the carrier of a request, which is JSON if it has no context. */
  private static Map<String, Object> known(Object context) {
    return VALUES.get(context instanceof Map<?, ?> asked ? String.valueOf(asked.get("carrier")) : "json");
  }

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse(
            "{\"sciserialize\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
                + "\"features\":[\"json\",\"msgpack\",\"codes\",\"offsets\"],\"policies\":{}}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    if (data.length == 0) {
      throw new Protocol.Rejected("SYNTAX", 0, "expected a value, found no bytes");
    }
    String text = new String(data, StandardCharsets.ISO_8859_1);
    if (!known(context).containsKey(text)) {
      throw new Protocol.Unsupported("another value than null, true and false: not written yet");
    }
    return known(context).get(text);
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    for (Map.Entry<String, Object> one : known(context).entrySet()) {
      if (value == null ? one.getValue() == null : value.equals(one.getValue())) {
        return one.getKey().getBytes(StandardCharsets.ISO_8859_1);
      }
    }
    throw new Protocol.Unsupported("another value than null, true and false: not written yet");
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return encode(format, decode(format, data, context), context, null);
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Codec());
  }
}
