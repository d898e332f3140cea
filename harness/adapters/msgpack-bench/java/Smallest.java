import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** The canonical octets of a value, by which the pairs of a map stand in order in the notation. */
final class Smallest {
  /** A header: how many it counts at most, in how many octets. */
  private record Form(BigInteger most, int size, int header) {
    Form(long most, int size, int header) {
      this(BigInteger.valueOf(most), size, header);
    }
  }

  private static final BigInteger LARGEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final List<Form> STRINGS =
      List.of(new Form(31, 0, 0xa0), new Form(0xff, 1, 0xd9), new Form(0xffff, 2, 0xda), new Form(0xffffffffL, 4, 0xdb));
  private static final List<Form> BINARIES =
      List.of(new Form(0xff, 1, 0xc4), new Form(0xffff, 2, 0xc5), new Form(0xffffffffL, 4, 0xc6));
  private static final List<Form> ARRAYS =
      List.of(new Form(15, 0, 0x90), new Form(0xffff, 2, 0xdc), new Form(0xffffffffL, 4, 0xdd));
  private static final List<Form> MAPS =
      List.of(new Form(15, 0, 0x80), new Form(0xffff, 2, 0xde), new Form(0xffffffffL, 4, 0xdf));
  private static final List<Form> EXTENSIONS =
      List.of(new Form(0xff, 1, 0xc7), new Form(0xffff, 2, 0xc8), new Form(0xffffffffL, 4, 0xc9));
  private static final List<Form> POSITIVES =
      List.of(new Form(0x7f, 0, 0), new Form(0xff, 1, 0xcc), new Form(0xffff, 2, 0xcd), new Form(0xffffffffL, 4, 0xce),
          new Form(LARGEST, 8, 0xcf));
  private static final List<Form> NEGATIVES =
      List.of(new Form(0x7f, 1, 0xd0), new Form(0x7fff, 2, 0xd1), new Form(0x7fffffffL, 4, 0xd2),
          new Form(Long.MAX_VALUE, 8, 0xd3));
  private static final Map<Integer, Integer> FIXED = Map.of(1, 0xd4, 2, 0xd5, 4, 0xd6, 8, 0xd7, 16, 0xd8);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Smallest() {}

  /** The canonical octets of a value in the notation. */
  static byte[] of(Object value) {
    Smallest smallest = new Smallest();
    smallest.put(value);
    return smallest.out.toByteArray();
  }

  private void put(Object value) {
    if (value == null || value instanceof Boolean) {
      out.write(value == null ? 0xc0 : (Boolean) value ? 0xc3 : 0xc2);
      return;
    }
    Map.Entry<?, ?> only = ((Map<?, ?>) value).entrySet().iterator().next();
    Object content = only.getValue();
    switch ((String) only.getKey()) {
      case "int" -> putInteger(new BigInteger((String) content));
      case "float" -> putFloat((String) content);
      case "str" -> putCounted(Protocol.text(content, ""), STRINGS);
      case "utf8" -> putCounted(Protocol.octets(content, ""), STRINGS);
      case "bin" -> putCounted(Protocol.octets(content, ""), BINARIES);
      case "array" -> putAll((List<?>) content, ARRAYS);
      case "map" -> putPairs((List<?>) content);
      case "ext" -> putExtension((Map<?, ?>) content);
      default -> putTimestamp((List<?>) content);
    }
  }

  private void putNumber(BigInteger number, int size) {
    for (int i = size; i-- > 0; ) {
      out.write(number.shiftRight(8 * i).intValue());
    }
  }

  /** A number in the first form that holds it; its octets are turned over where it stands for a negative one. */
  private void putCount(BigInteger count, List<Form> forms, boolean negative) {
    Form form = forms.stream().filter(one -> count.compareTo(one.most) <= 0).findFirst().orElseThrow();
    out.write(form.size == 0 ? form.header | count.intValue() : form.header);
    putNumber(negative ? count.not() : count, form.size);
  }

  private void putCount(long count, List<Form> forms) {
    putCount(BigInteger.valueOf(count), forms, false);
  }

  private void putInteger(BigInteger number) {
    if (number.signum() >= 0) {
      putCount(number, POSITIVES, false);
    } else if (number.compareTo(BigInteger.valueOf(-32)) >= 0) {
      out.write(number.intValue());
    } else {
      putCount(number.not(), NEGATIVES, true);
    }
  }

  private void putFloat(String bits) {
    out.write(0xcb);
    double number = Double.longBitsToDouble(Protocol.bits(bits, 8, "").longValue());
    putNumber(BigInteger.valueOf(Double.doubleToLongBits(number)), 8); // which makes one of all NaNs
  }

  private void putCounted(byte[] data, List<Form> forms) {
    putCount(data.length, forms);
    out.writeBytes(data);
  }

  private void putAll(List<?> items, List<Form> forms) {
    putCount(items.size(), forms);
    items.forEach(this::put);
  }

  private void putPairs(List<?> pairs) {
    putCount(pairs.size(), MAPS);
    for (Object pair : pairs) {
      ((List<?>) pair).forEach(this::put);
    }
  }

  private void putExtension(Map<?, ?> extension) {
    byte[] data = Protocol.octets(extension.get("data"), "");
    if (FIXED.containsKey(data.length)) {
      out.write(FIXED.get(data.length));
    } else {
      putCount(data.length, EXTENSIONS);
    }
    out.write(Integer.parseInt((String) extension.get("type")));
    out.writeBytes(data);
  }

  private void putTimestamp(List<?> parts) {
    BigInteger seconds = new BigInteger((String) parts.get(0));
    BigInteger nanoseconds = new BigInteger((String) parts.get(1));
    if (seconds.shiftRight(34).signum() != 0) {
      out.writeBytes(new byte[] {(byte) 0xc7, 12, -1});
      putNumber(nanoseconds, 4);
      putNumber(seconds, 8);
    } else if (nanoseconds.signum() == 0 && seconds.bitLength() <= 32) {
      out.writeBytes(new byte[] {(byte) 0xd6, -1});
      putNumber(seconds, 4);
    } else {
      out.writeBytes(new byte[] {(byte) 0xd7, -1});
      putNumber(nanoseconds.shiftLeft(34).or(seconds), 8);
    }
  }
}
