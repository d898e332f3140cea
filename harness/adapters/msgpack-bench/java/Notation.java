import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.msgpack.value.ExtensionValue;
import org.msgpack.value.Value;
import org.msgpack.value.ValueFactory;

/** From msgpack-core's values to the notation of msgpack, and back. */
final class Notation {
  private Notation() {}

  /** The notation of a value. */
  static Object describe(Value value) {
    return switch (value.getValueType()) {
      case NIL -> null;
      case BOOLEAN -> value.asBooleanValue().getBoolean();
      case INTEGER -> tagged("int", value.asIntegerValue().asBigInteger().toString());
      case FLOAT -> tagged("float", describeDouble(value.asFloatValue().toDouble()));
      case STRING -> describeString(value.asStringValue().asByteArray());
      case BINARY -> tagged("bin", Protocol.octetsOf(value.asBinaryValue().asByteArray()));
      case ARRAY -> tagged("array", value.asArrayValue().list().stream().map(Notation::describe).toList());
      case MAP -> describeMap(value.asMapValue().map());
      case EXTENSION -> describeExtension(value);
    };
  }

  private static Object tagged(String tag, Object content) {
    return Map.of(tag, content);
  }

  private static String describeDouble(double number) {
    return String.format("0x%016x", Double.doubleToRawLongBits(number));
  }

  private static Object describeString(byte[] data) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data));
      return tagged("str", new String(data, StandardCharsets.UTF_8));
    } catch (CharacterCodingException error) {
      return tagged("utf8", Protocol.octetsOf(data));
    }
  }

  private static Object describeMap(Map<Value, Value> map) {
    List<List<Object>> pairs = new ArrayList<>();
    for (Map.Entry<Value, Value> entry : map.entrySet()) {
      pairs.add(Arrays.asList(describe(entry.getKey()), describe(entry.getValue())));
    }
    pairs.sort(Comparator.comparing(pair -> Smallest.of(pair.get(0)), Arrays::compareUnsigned));
    return tagged("map", pairs);
  }

  private static Object describeExtension(Value value) {
    if (value.isTimestampValue()) {
      Instant time = value.asTimestampValue().toInstant();
      return tagged("timestamp", List.of(Long.toString(time.getEpochSecond()), Integer.toString(time.getNano())));
    }
    ExtensionValue extension = value.asExtensionValue();
    return tagged("ext", Map.of("type", Byte.toString(extension.getType()), "data", Protocol.octetsOf(extension.getData())));
  }

  /** The value of the notation, as a user makes it. */
  static Value build(Object value) {
    if (value == null) {
      return ValueFactory.newNil();
    }
    if (value instanceof Boolean truth) {
      return ValueFactory.newBoolean(truth);
    }
    Map.Entry<?, ?> only = ((Map<?, ?>) value).entrySet().iterator().next();
    Object content = only.getValue();
    return switch ((String) only.getKey()) {
      case "int" -> ValueFactory.newInteger(new BigInteger((String) content));
      case "float" -> ValueFactory.newFloat(Double.longBitsToDouble(Protocol.bits(content, 8, "").longValue()));
      case "str" -> ValueFactory.newString(Protocol.text(content, ""));
      case "utf8" -> ValueFactory.newString(Protocol.octets(content, ""));
      case "bin" -> ValueFactory.newBinary(Protocol.octets(content, ""));
      case "array" -> ValueFactory.newArray(((List<?>) content).stream().map(Notation::build).toArray(Value[]::new));
      case "map" -> ValueFactory.newMap(
          ((List<?>) content).stream().flatMap(pair -> ((List<?>) pair).stream()).map(Notation::build).toArray(Value[]::new));
      case "ext" -> buildExtension((Map<?, ?>) content);
      case "timestamp" -> buildTimestamp((List<?>) content);
      default -> throw new IllegalArgumentException("no value of the notation: " + only.getKey());
    };
  }

  private static Value buildExtension(Map<?, ?> extension) {
    BigInteger type = new BigInteger((String) extension.get("type"));
    if (type.bitLength() > 7) {
      throw new Protocol.Unsupported("the type of an extension is a byte");
    }
    return ValueFactory.newExtension(type.byteValue(), Protocol.octets(extension.get("data"), ""));
  }

  private static Value buildTimestamp(List<?> parts) {
    try {
      long nanoseconds = Long.parseLong((String) parts.get(1));
      if (nanoseconds < 0 || nanoseconds > 999_999_999) {
        throw new Protocol.Unsupported("an Instant has 0 to 999,999,999 nanoseconds");
      }
      return ValueFactory.newTimestamp(Instant.ofEpochSecond(Long.parseLong((String) parts.get(0)), nanoseconds));
    } catch (DateTimeException | NumberFormatException error) {
      throw new Protocol.Unsupported("an Instant has some billion years");
    }
  }
}
