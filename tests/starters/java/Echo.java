import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.util.Map;

/** Says back what it is told, by the starter's Protocol.java: what tests/starters/hostile.py describes. */
public final class Echo implements Protocol.Codec {
  private static byte[] reversed(byte[] data) {
    byte[] back = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      back[data.length - 1 - i] = data[i];
    }
    return back;
  }

  /** The low octets of a number, least significant first. */
  private static byte[] stored(BigInteger number, int size) {
    byte[] data = new byte[size];
    for (int i = 0; i < size; i++) {
      data[i] = number.shiftRight(8 * i).byteValue();
    }
    return data;
  }

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"echo\",\"version\":\"1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse("{\"echo\":{\"operations\":[\"decode\",\"encode\",\"transcode\"]}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    if (!(context instanceof Map<?, ?> asked)) {
      return context;
    }
    String message = String.valueOf(asked.get("message"));
    switch (String.valueOf(asked.get("say"))) {
      case "rejected" -> throw new Protocol.Rejected((String) asked.get("code"), data.length, message);
      case "unsupported" -> throw new Protocol.Unsupported(message);
      case "failed" -> throw new IllegalStateException(message);
      default -> { }
    }
    byte[] back = reversed(data);
    switch (String.valueOf(asked.get("atom"))) {
      case "integer":
        return Protocol.integerOf(Boolean.TRUE.equals(asked.get("signed")) ? new BigInteger(back) : new BigInteger(1, back));
      case "bits":
        return Protocol.bitsOf(new BigInteger(1, back), data.length);
      case "octets":
        return Protocol.octetsOf(data);
      case "text":
        try {
          return Protocol.textOf(data);
        } catch (CharacterCodingException error) {
          throw new IllegalArgumentException(error);
        }
      case "boolean":
        return data[0] == 1;
      default:
        return context;
    }
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    if (plan != null) {
      return Protocol.octets(plan, "");
    }
    Map<?, ?> asked = (Map<?, ?>) context;
    int size = asked.containsKey("size") ? (int) Protocol.integer(asked.get("size"), 0, 64, "") : 0;
    switch (String.valueOf(asked.get("atom"))) {
      case "integer":
        boolean signed = Protocol.bool(asked.get("signed"), "");
        BigInteger most = BigInteger.ONE.shiftLeft(signed ? 8 * size - 1 : 8 * size);
        return stored(Protocol.integer(value, signed ? most.negate() : BigInteger.ZERO, most.subtract(BigInteger.ONE), ""), size);
      case "bits":
        return stored(Protocol.bits(value, size, ""), size);
      case "octets":
        return Protocol.octets(value, "");
      case "text":
        return Protocol.text(value, "");
      default:
        return new byte[] {(byte) (Protocol.bool(value, "") ? 1 : 0)};
    }
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return data;
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Echo());
  }
}
