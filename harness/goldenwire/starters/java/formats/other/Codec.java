import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * A codec of the format sample, at its beginning: it knows one value by heart, and declines everything else.
 *
 * <p>Read {@code goldenwire spec sample}, then replace what is known by heart with what reads and writes bytes, a part at a
 * time:
 *
 * <ol>
 *   <li>decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
 *   <li>encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 *   <li>what you have not come to throws Unsupported, which is honest and never passes;
 *   <li>declare in hello what the text lists as features and policies, once you keep what they promise.
 * </ol>
 */
public final class Codec implements Protocol.Codec {
  // One value of the format: the context of its request, its bytes, and what they mean.
  private static final Object CONTEXT = Protocol.parse("@CONTEXT@");
  private static final byte[] BYTES = Protocol.octets("@BYTES@", "");
  private static final Object VALUE = Protocol.parse("@VALUE@");

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse(
            "{\"sample\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
                + "\"features\":[\"@FEATURE@\"],\"policies\":{}}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    if (Arrays.equals(data, BYTES) && Objects.equals(context, CONTEXT)) {
      return VALUE;
    }
    throw new Protocol.Unsupported("these bytes: not written yet");
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    if (Objects.equals(value, VALUE) && Objects.equals(context, CONTEXT) && plan == null) {
      return BYTES;
    }
    throw new Protocol.Unsupported("this value: not written yet");
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return encode(format, decode(format, data, context), context, null);
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Codec());
  }
}
