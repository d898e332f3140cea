import java.io.IOException;
import java.math.BigInteger;
import java.util.Map;

/**
 * A codec of the format dynd, at its beginning: truth values and integers.
 *
 * <p>Read {@code goldenwire spec dynd}, then go on, a part at a time:
 *
 * <ol>
 *   <li>decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
 *   <li>encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 *   <li>what you have not come to throws Unsupported, which is honest, and passes under unknown profiles alone;
 *   <li>declare in hello what the text lists as features and policies, once you keep what they promise.
 * </ol>
 */
public final class Codec implements Protocol.Codec {
  /** What is known of a type. */
  private record Type(String name, int size) {
    boolean signed() {
      return name.startsWith("i");
    }
  }

  /** The type of a core call. */
  private static Type find(Object context) {
    Map<?, ?> asked = (Map<?, ?>) context;
    if (asked.containsKey("profile")) {
      throw new Protocol.Unsupported("the profile " + asked.get("profile"));
    }
    String name = String.valueOf(asked.get("type"));
    return switch (name) {
      case "bool", "int8", "uint8" -> new Type(name, 1);
      case "int16", "uint16" -> new Type(name, 2);
      case "int32", "uint32" -> new Type(name, 4);
      case "int64", "uint64" -> new Type(name, 8);
      case "int128", "uint128" -> new Type(name, 16);
      default -> throw new Protocol.Unsupported("another type than bool and integers: not written yet");
    };
  }

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse(
            "{\"dynd\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
                + "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    Type type = find(context);
    if (data.length < type.size) {
      throw new Protocol.Rejected("TRUNCATED", 0, "expected " + type.size + " bytes, found " + data.length);
    }
    if (type.name.equals("bool") && data[0] != 0 && data[0] != 1) {
      throw new Protocol.Rejected("BOOL_INVALID", 0, "expected 00 or 01");
    }
    if (data.length > type.size) {
      throw new Protocol.Rejected("TRAILING_BYTES", type.size, "expected the end of the input");
    }
    if (type.name.equals("bool")) {
      return data[0] == 1;
    }
    byte[] back = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      back[data.length - 1 - i] = data[i];
    }
    return Protocol.integerOf(type.signed() ? new BigInteger(back) : new BigInteger(1, back));
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    Type type = find(context);
    if (type.name.equals("bool")) {
      return new byte[] {(byte) (Protocol.bool(value, "VALUE_INVALID") ? 1 : 0)};
    }
    BigInteger most = BigInteger.ONE.shiftLeft(8 * type.size - (type.signed() ? 1 : 0));
    BigInteger low = type.signed() ? most.negate() : BigInteger.ZERO;
    BigInteger number = Protocol.integer(value, low, most.subtract(BigInteger.ONE), "VALUE_INVALID");
    byte[] data = new byte[type.size];
    for (int i = 0; i < data.length; i++) {
      data[i] = number.shiftRight(8 * i).byteValue();
    }
    return data;
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return encode(format, decode(format, data, context), context, null);
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Codec());
  }
}
