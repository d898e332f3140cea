import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A codec of the format daphne, at its beginning: dense matrices of integers, in one block.
 *
 * <p>Read {@code goldenwire spec daphne}, then go on, a part at a time:
 *
 * <ol>
 *   <li>decode: read field by field, and throw Rejected(code, offset, message) for what the text does not allow;
 *   <li>encode: the same fields the other way round; a value that has no encoding is refused with the offset -1;
 *   <li>what you have not come to throws Unsupported, which is honest and never passes;
 *   <li>declare in hello what the text lists as features and policies, once you keep what they promise.
 * </ol>
 */
public final class Codec implements Protocol.Codec {
  private static final int DENSE_MATRIX = 1;
  private static final int DENSE_BLOCK = 1;
  private static final int BLOCK = 19; // where the block begins, behind version, data type, rows, columns, value type
  private static final int START = BLOCK + 26; // and the values, behind position, rows, columns, block type, value type
  private static final BigInteger MOST = BigInteger.ONE.shiftLeft(20); // cells, for now
  private static final BigInteger WIDEST = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final Set<String> MEMBERS = Set.of("kind", "rows", "columns", "type", "cells");

  // The types by their codes, from 1.
  private static final List<String> TYPES =
      List.of("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64");

  private static int size(int code) {
    return 1 << (code - 1) % 4;
  }

  @Override
  public Map<String, Object> hello() {
    return Map.of(
        "codec", Protocol.parse("{\"name\":\"my-codec\",\"version\":\"0.1\",\"language\":\"Java\"}"),
        "formats", Protocol.parse(
            "{\"daphne\":{\"operations\":[\"decode\",\"encode\",\"transcode\"],"
                + "\"features\":[],\"policies\":{}}}"));
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    if (data.length == 0) {
      throw new Protocol.Rejected("TRUNCATED", 0, "expected the version, found no bytes");
    }
    if (data[0] != 1) {
      throw new Protocol.Rejected("VERSION", 0, "expected version 1, found " + data[0]);
    }
    if (data.length < START) {
      throw new Protocol.Unsupported("an input that ends in a header: not written yet");
    }
    BigInteger rows = number(data, 2, 8, false);
    BigInteger columns = number(data, 10, 8, false);
    int code = data[BLOCK - 1];
    if (data[1] != DENSE_MATRIX || code < 1 || code > TYPES.size() || rows.signum() == 0 || columns.signum() == 0) {
      throw new Protocol.Unsupported("another object than a dense matrix of integers: not written yet");
    }
    boolean whole = number(data, BLOCK, 16, false).signum() == 0
        && number(data, BLOCK + 16, 4, false).equals(rows)
        && number(data, BLOCK + 20, 4, false).equals(columns);
    if (!whole || data[START - 2] != DENSE_BLOCK || data[START - 1] != code) {
      throw new Protocol.Unsupported("another block than one dense block: not written yet");
    }
    BigInteger end = rows.multiply(columns).multiply(BigInteger.valueOf(size(code))).add(BigInteger.valueOf(START));
    int order = end.compareTo(BigInteger.valueOf(data.length));
    if (order > 0) {
      throw new Protocol.Rejected("TRUNCATED", START, "expected " + end + " bytes in all, found " + data.length);
    }
    if (order < 0) {
      throw new Protocol.Rejected("TRAILING", end.longValueExact(), "expected the end of the input");
    }
    List<Object> cells = new ArrayList<>();
    long width = columns.longValueExact();
    for (int n = 0, at = START; at < data.length; n++, at += size(code)) {
      BigInteger number = number(data, at, size(code), code > 4);
      if (number.signum() != 0) {
        cells.add(List.of(Protocol.integerOf(n / width), Protocol.integerOf(n % width), Protocol.integerOf(number)));
      }
    }
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("kind", "DenseMatrix");
    value.put("rows", Protocol.integerOf(rows));
    value.put("columns", Protocol.integerOf(columns));
    value.put("type", TYPES.get(code - 1));
    value.put("cells", cells);
    return value;
  }

  /** The integer of some bytes, least significant first. */
  private static BigInteger number(byte[] data, int at, int size, boolean signed) {
    byte[] back = new byte[size];
    for (int i = 0; i < size; i++) {
      back[size - 1 - i] = data[at + i];
    }
    return signed ? new BigInteger(back) : new BigInteger(1, back);
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    if (plan != null || !(value instanceof Map<?, ?> matrix) || !"DenseMatrix".equals(matrix.get("kind"))) {
      throw new Protocol.Unsupported("another object than a dense matrix: not written yet");
    }
    if (!matrix.keySet().equals(MEMBERS) || !(matrix.get("type") instanceof String type)
        || !(matrix.get("cells") instanceof List<?> cells)) {
      throw new Protocol.Rejected("VALUE", -1, "expected the members " + MEMBERS);
    }
    int code = 1 + TYPES.indexOf(type);
    if (code == 0) {
      throw new Protocol.Unsupported("the type " + type + ": not written yet");
    }
    BigInteger rows = Protocol.integer(matrix.get("rows"), BigInteger.ZERO, WIDEST, "VALUE");
    BigInteger columns = Protocol.integer(matrix.get("columns"), BigInteger.ZERO, WIDEST, "VALUE");
    BigInteger count = rows.multiply(columns);
    if (count.signum() == 0 || count.compareTo(MOST) > 0) {
      throw new Protocol.Unsupported("a matrix without cells, or of more than " + MOST + ": not written yet");
    }
    ByteBuffer data = ByteBuffer.allocate(START + count.intValue() * size(code)).order(ByteOrder.LITTLE_ENDIAN);
    data.put((byte) 1).put((byte) DENSE_MATRIX).putLong(rows.longValue()).putLong(columns.longValue()).put((byte) code);
    data.putLong(0).putLong(0).putInt(rows.intValue()).putInt(columns.intValue());
    data.put((byte) DENSE_BLOCK).put((byte) code);
    Set<Integer> seen = new HashSet<>();
    for (Object cell : cells) {
      put(data, seen, cell, rows.longValue(), columns.longValue(), code);
    }
    return data.array();
  }

  private static void put(ByteBuffer data, Set<Integer> seen, Object cell, long rows, long columns, int code) {
    if (!(cell instanceof List<?> items) || items.size() != 3) {
      throw new Protocol.Rejected("VALUE", -1, "expected row, column and value");
    }
    long row = Protocol.integer(items.get(0), 0, rows - 1, "VALUE");
    long column = Protocol.integer(items.get(1), 0, columns - 1, "VALUE");
    int place = (int) (row * columns + column);
    if (!seen.add(place)) {
      throw new Protocol.Rejected("VALUE", -1, "a cell is listed twice");
    }
    boolean signed = code > 4;
    BigInteger most = BigInteger.ONE.shiftLeft(8 * size(code) - (signed ? 1 : 0));
    BigInteger low = signed ? most.negate() : BigInteger.ZERO;
    BigInteger number = Protocol.integer(items.get(2), low, most.subtract(BigInteger.ONE), "VALUE");
    for (int i = 0; i < size(code); i++) {
      data.put(START + place * size(code) + i, number.shiftRight(8 * i).byteValue());
    }
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return encode(format, decode(format, data, context), context, null);
  }

  public static void main(String[] arguments) throws IOException {
    Protocol.serve(new Codec());
  }
}
