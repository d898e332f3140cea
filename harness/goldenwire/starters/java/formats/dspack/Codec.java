import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A codec of the format dspack, at its beginning: a data set whose rows have one field, a Q.
 *
 * <p>Read {@code goldenwire spec dspack}, then go on, a part at a time:
 *
 * <ol>
 *   <li>decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
 *   <li>encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 *   <li>what you have not come to throws Unsupported, which is honest and never passes;
 *   <li>declare in hello what the text lists as features and policies, once you keep what they promise.
 * </ol>
 */
public final class Codec implements Protocol.Codec {
  private static final Pattern SCHEMA = Pattern.compile("!Q\\(([a-z]+)\\)");
  // The meta block before and after the schema, as an encoder writes it without a description and user meta; each
  // character is a byte.
  private static final String BEFORE = "\u0084\u00a7version\u0001\u00a6schema";
  private static final String AFTER = "\u00abdescription\u00a0\u00a4meta\u0080";
  private static final int VERSION = BEFORE.indexOf(1); // where the version stands in the block
  private static final Set<String> MEMBERS = Set.of("version", "schema", "fields", "description", "meta", "rows");
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE); // the greatest Q

  private static String block(String schema) {
    return BEFORE + (char) (0xa0 | schema.length() & 31) + schema + AFTER;
  }

  private static void onlyFiles(Object context) {
    if (context != null && !context.equals(Map.of("scope", "file"))) {
      throw new Protocol.Unsupported("another scope than file: not written yet");
    }
  }

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse(
            "{\"dspack\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
                + "\"features\":[\"codes\",\"offsets\"],\"policies\":{}}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    onlyFiles(context);
    if (data.length < 2) {
      throw new Protocol.Rejected("TRUNCATED", 0, "expected a meta_length of 2 bytes, found " + data.length);
    }
    int size = ByteBuffer.wrap(data).getShort() & 0xffff;
    String meta = new String(Arrays.copyOfRange(data, 2, 2 + size), StandardCharsets.ISO_8859_1);
    if (size == 0xffff || data.length < 2 + size || size <= BEFORE.length() + AFTER.length()
        || !meta.startsWith(BEFORE.substring(0, VERSION)) || !meta.endsWith(AFTER)) {
      throw new Protocol.Unsupported("another meta block than that of an encoder: not written yet");
    }
    int version = meta.charAt(VERSION);
    if (version > 1 && version < 0x80) {
      throw new Protocol.Rejected("VERSION", 2 + VERSION, "expected version 1, found " + version);
    }
    String schema = meta.substring(BEFORE.length() + 1, size - AFTER.length());
    Matcher found = SCHEMA.matcher(schema);
    if (!found.matches() || !meta.equals(block(schema))) {
      throw new Protocol.Unsupported("another schema than one Q, or another form of the meta block: not written yet");
    }
    Map<String, Object> field = new HashMap<>();
    field.put("name", found.group(1));
    field.put("note", null);
    Map<String, Object> set = new LinkedHashMap<>();
    set.put("version", "1");
    set.put("schema", schema);
    set.put("fields", List.of(field));
    set.put("description", "");
    set.put("meta", Map.of("map", Map.of()));
    set.put("rows", rows(data, 2 + size));
    return List.of(set);
  }

  private static List<Object> rows(byte[] data, int start) {
    List<Object> rows = new ArrayList<>();
    for (int at = start; at < data.length; at += 12) {
      if (data.length - at < 4) {
        throw new Protocol.Rejected("TRUNCATED", at, "expected a row_length of 4 bytes");
      }
      if (ByteBuffer.wrap(data).getInt(at) != 8) {
        throw new Protocol.Unsupported("a row of another length, or the end of a data set: not written yet");
      }
      if (data.length - at < 12) {
        throw new Protocol.Rejected("TRUNCATED", at + 4, "expected a row of 8 bytes");
      }
      rows.add(List.of(Protocol.integerOf(new BigInteger(1, Arrays.copyOfRange(data, at + 4, at + 12)))));
    }
    return rows;
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    onlyFiles(context);
    Object only = value instanceof List<?> sets && sets.size() == 1 ? sets.get(0) : null;
    if (!(only instanceof Map<?, ?> set) || !MEMBERS.containsAll(set.keySet())
        || (set.containsKey("version") && !"1".equals(set.get("version"))) || !(set.get("schema") instanceof String schema)
        || !SCHEMA.matcher(schema).matches() || schema.length() > 31 || !(set.get("rows") instanceof List<?> rows)
        || !"".equals(set.get("description")) || !Map.of("map", Map.of()).equals(set.get("meta"))) {
      throw new Protocol.Unsupported("another value than a data set of one Q, without a description and meta: not written yet");
    }
    byte[] meta = block(schema).getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    data.writeBytes(ByteBuffer.allocate(2).putShort((short) meta.length).array());
    data.writeBytes(meta);
    for (Object row : rows) {
      if (!(row instanceof List<?> items) || items.size() != 1) {
        throw new Protocol.Unsupported("a row that is no list of one: not written yet");
      }
      BigInteger number = Protocol.integer(items.get(0), BigInteger.ZERO, MOST, "VALUE");
      data.writeBytes(ByteBuffer.allocate(12).putInt(8).putLong(number.longValue()).array());
    }
    return data.toByteArray();
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return encode(format, decode(format, data, context), context, null);
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Codec());
  }
}
