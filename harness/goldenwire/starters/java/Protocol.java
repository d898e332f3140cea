import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The goldenwire protocol, version 1, for a codec written in Java 17: the standard library alone, to be copied anywhere.
 *
 * <p>{@code Protocol.serve(codec)} answers requests from standard input until it ends. A codec throws {@link Rejected} to
 * refuse its input and {@link Unsupported} for what it does not do; any other exception is {@code failed}. JSON is null,
 * Boolean, String, List and Map, with {@link Num} for numbers, which the notation does not have. The atoms of the notation
 * are read by integer, bits, octets, bool and text, and written by the methods of the same names with Of: integers and the
 * bits of floats are BigIntegers, octets byte arrays. {@code goldenwire protocol} says more.
 */
public final class Protocol {
  private Protocol() {}

  /** What a codec does. Contexts and plans are null where a request has none. */
  public interface Codec {
    /** The members {@code codec} and {@code formats} of the reply. */
    Map<String, Object> hello();

    default Object decode(String format, byte[] data, Object context) {
      throw new Unsupported("decode");
    }

    default byte[] encode(String format, Object value, Object context, Object plan) {
      throw new Unsupported("encode");
    }

    default byte[] transcode(String format, byte[] data, Object context) {
      throw new Unsupported("transcode");
    }
  }

  /** Refuses the input: an error class of the format or "", the byte where the bad field begins or -1, a sentence. */
  public static final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1;
    public final String code;
    public final long offset;

    public Rejected(String code, long offset, String message) {
      super(message);
      this.code = code;
      this.offset = offset;
    }
  }

  /** Says that the codec does not do what it is asked. */
  public static final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unsupported(String why) {
      super(why);
    }
  }

  /** A line that is no request. */
  public static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unreadable(String what) {
      super(what);
    }
  }

  /** The digits of a JSON number. */
  public record Num(String digits) {}

  // The atoms of the notation. What is none is refused, with the error class that the format has for a bad value.

  /** The integer of "-128", from low to high. */
  public static BigInteger integer(Object atom, BigInteger low, BigInteger high, String code) {
    int longest = Math.max(low.toString().length(), high.toString().length());
    // before it is computed, as it may have any length
    if (atom instanceof String text && text.length() <= longest && text.matches("0|-?[1-9][0-9]*")) {
      BigInteger number = new BigInteger(text);
      if (number.compareTo(low) >= 0 && number.compareTo(high) <= 0) {
        return number;
      }
    }
    throw refusal(atom, "an integer from " + low + " to " + high + " as a decimal string", code);
  }

  /** The integer of "-128", from low to high. */
  public static long integer(Object atom, long low, long high, String code) {
    return integer(atom, BigInteger.valueOf(low), BigInteger.valueOf(high), code).longValueExact();
  }

  public static String integerOf(BigInteger number) {
    return number.toString();
  }

  public static String integerOf(long number) {
    return Long.toString(number);
  }

  /** The bits of a float of so many bytes, as an integer that is not negative: 0x3f800000 for "0x3f800000". */
  public static BigInteger bits(Object atom, int size, String code) {
    if (atom instanceof String text && text.length() == 2 + 2 * size && text.matches("0x[0-9a-f]+")) {
      return new BigInteger(text.substring(2), 16);
    }
    throw refusal(atom, "0x and " + 2 * size + " digits of a float's bits", code);
  }

  public static String bitsOf(BigInteger number, int size) {
    String digits = number.toString(16);
    return "0x" + "0".repeat(2 * size - digits.length()) + digits;
  }

  /** The bytes of "01ff". */
  public static byte[] octets(Object atom, String code) {
    if (!(atom instanceof String text) || text.length() % 2 != 0) {
      throw refusal(atom, "pairs of lower-case hex digits", code);
    }
    byte[] data = new byte[text.length() / 2];
    for (int i = 0; i < data.length; i++) {
      int high = DIGITS.indexOf(text.charAt(2 * i));
      int low = DIGITS.indexOf(text.charAt(2 * i + 1));
      if (high < 0 || low < 0) {
        throw refusal(atom, "pairs of lower-case hex digits", code);
      }
      data[i] = (byte) (high << 4 | low);
    }
    return data;
  }

  public static String octetsOf(byte[] data) {
    StringBuilder text = new StringBuilder(2 * data.length);
    for (byte octet : data) {
      text.append(DIGITS.charAt(octet >> 4 & 15)).append(DIGITS.charAt(octet & 15));
    }
    return text.toString();
  }

  private static final String DIGITS = "0123456789abcdef";

  public static boolean bool(Object atom, String code) {
    if (atom instanceof Boolean truth) {
      return truth;
    }
    throw refusal(atom, "true or false", code);
  }

  /** The bytes of a text in UTF-8; a lone surrogate has none. */
  public static byte[] text(Object atom, String code) {
    if (atom instanceof String text) {
      try {
        ByteBuffer octets = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(text));
        byte[] data = new byte[octets.remaining()];
        octets.get(data);
        return data;
      } catch (CharacterCodingException error) {
        // refused below
      }
    }
    throw refusal(atom, "text", code);
  }

  /** The text of bytes in UTF-8. Throws a CharacterCodingException where they are none: it is for the codec to look. */
  public static String textOf(byte[] data) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
  }

  private static Rejected refusal(Object atom, String expected, String code) {
    String shown = write(atom);
    String found = shown.length() > 60 ? shown.length() + " characters of JSON" : shown;
    return new Rejected(code, -1, "expected " + expected + ", found " + found);
  }

  // Reading JSON

  private static final int DEEPEST = 1000; // levels

  /** The one value of a JSON text. Throws Unreadable. */
  public static Object parse(String text) {
    Reader reader = new Reader(text);
    Object value = reader.value();
    reader.next();
    if (reader.at < text.length()) {
      throw new Unreadable("more than one value");
    }
    return value;
  }

  private static final class Reader {
    private final String text;
    private int at;
    private int depth;

    Reader(String text) {
      this.text = text;
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }

    private char next() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return peek();
    }

    private Object value() {
      switch (next()) {
        case '"':
          return string();
        case '[':
          List<Object> items = new ArrayList<>();
          list(']', () -> items.add(value()));
          return items;
        case '{':
          Map<String, Object> members = new LinkedHashMap<>();
          list('}', () -> member(members));
          return members;
        default:
          return word();
      }
    }

    private void member(Map<String, Object> members) {
      expect('"', "a name is missing");
      String name = string();
      expect(':', "a colon is missing");
      at++;
      members.put(name, value());
    }

    private void expect(char wanted, String trouble) {
      if (next() != wanted) {
        throw new Unreadable(trouble);
      }
    }

    private void list(char end, Runnable item) {
      at++;
      if (++depth > DEEPEST) {
        throw new Unreadable("it is nested too deeply");
      }
      for (boolean first = true; next() != end; first = false) {
        if (!first) {
          expect(',', "a comma is missing");
          at++;
          if (next() == end) {
            throw new Unreadable("a comma too many");
          }
        }
        item.run();
      }
      at++;
      depth--;
    }

    private Object word() {
      for (String word : List.of("null", "true", "false")) {
        if (text.startsWith(word, at)) {
          at += word.length();
          return word.equals("null") ? null : (Object) word.equals("true");
        }
      }
      int start = at;
      while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      String digits = text.substring(start, at);
      if (!digits.matches("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")) {
        throw new Unreadable("a value that is none");
      }
      return new Num(digits);
    }

    private String string() {
      StringBuilder out = new StringBuilder();
      at++;
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '"') {
          return out.toString();
        } else if (c < 0x20) {
          throw new Unreadable("a control character in a string");
        } else if (c == '\\') {
          out.append(escape());
        } else {
          out.append(c);
        }
      }
      throw new Unreadable("a string without an end");
    }

    private char escape() {
      char c = peek();
      at++;
      int plain = "\"\\/bfnrt".indexOf(c);
      if (c != 'u' && plain < 0) {
        throw new Unreadable("a bad escape");
      }
      if (c != 'u') {
        return "\"\\/\b\f\n\r\t".charAt(plain);
      }
      int unit = 0;
      for (int end = at + 4; at < end; at++) {
        int digit = DIGITS.indexOf(Character.toLowerCase(peek()));
        if (digit < 0) {
          throw new Unreadable("a bad \\u escape");
        }
        unit = unit << 4 | digit;
      }
      return (char) unit;
    }
  }

  // Writing JSON

  /** The value as JSON in ASCII. */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  private static void write(StringBuilder out, Object value) {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Num number) {
      out.append(number.digits());
    } else if (value instanceof String text) {
      quote(out, text);
    } else if (value instanceof List<?> items) {
      String comma = "[";
      for (Object item : items) {
        out.append(comma);
        write(out, item);
        comma = ",";
      }
      out.append(items.isEmpty() ? "[]" : "]");
    } else if (value instanceof Map<?, ?> members) {
      String comma = "{";
      for (Map.Entry<?, ?> member : members.entrySet()) {
        out.append(comma);
        quote(out, (String) member.getKey());
        out.append(':');
        write(out, member.getValue());
        comma = ",";
      }
      out.append(members.isEmpty() ? "{}" : "}");
    } else {
      throw new IllegalArgumentException("the codec gave a " + value.getClass().getName() + " for JSON");
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= 0x20 && c < 0x7f) {
        out.append(c);
      } else {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(DIGITS.charAt(c >> shift & 15));
        }
      }
    }
    out.append('"');
  }

  // The conversation

  /** The reply to a request. Running out of memory passes: the process is not to be trusted any more. */
  static Map<String, Object> answer(Codec codec, Map<?, ?> request) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if ("hello".equals(request.get("op"))) {
      reply.put("protocol", new Num("1"));
      reply.putAll(codec.hello());
      return reply;
    }
    reply.put("id", request.get("id"));
    try {
      ask(codec, request, reply);
    } catch (Rejected refusal) {
      Map<String, Object> members = new LinkedHashMap<>();
      if (!refusal.code.isEmpty()) {
        members.put("code", words(refusal.code));
      }
      if (refusal.offset >= 0) {
        members.put("offset", new Num(Long.toString(refusal.offset)));
      }
      if (refusal.getMessage() != null && !refusal.getMessage().isEmpty()) {
        members.put("message", words(refusal.getMessage()));
      }
      reply.put("rejected", members);
    } catch (Unsupported error) {
      reply.put("unsupported", words(error.getMessage()));
    } catch (Exception | StackOverflowError error) {
      StringWriter trace = new StringWriter();
      error.printStackTrace(new PrintWriter(trace));
      reply.put("failed", words(error.toString().replace('\n', ' ') + "\n" + trace)); // the log comes after the first line
    }
    return reply;
  }

  private static void ask(Codec codec, Map<?, ?> request, Map<String, Object> reply) {
    String op = String.valueOf(request.get("op"));
    String format = String.valueOf(request.get("format"));
    Object context = request.get("context");
    switch (op) {
      case "decode" -> {
        Object value = codec.decode(format, octets(request.get("bytes"), ""), context);
        write(value); // or it fails while the reply is still to be made
        reply.put("value", value);
      }
      case "encode" -> reply.put(
          "bytes", octetsOf(codec.encode(format, request.get("value"), context, request.get("plan"))));
      case "transcode" -> reply.put(
          "bytes", octetsOf(codec.transcode(format, octets(request.get("bytes"), ""), context)));
      default -> throw new Unsupported("the operation " + op);
    }
  }

  /** Text for people, in which no lone surrogate may stand. */
  private static String words(String said) {
    StringBuilder clean = new StringBuilder();
    said.codePoints().forEach(c -> clean.appendCodePoint(c >= 0xd800 && c < 0xe000 ? 0xfffd : c));
    return clean.toString();
  }

  /** Answers each line of standard input, until it ends. What the codec prints goes to standard error. */
  public static void serve(Codec codec) throws IOException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    InputStream input = new BufferedInputStream(System.in, 1 << 16);
    for (byte[] line = line(input); line != null; line = line(input)) {
      try {
        Object request = parse(new String(line, StandardCharsets.UTF_8));
        if (!(request instanceof Map<?, ?> members)) {
          throw new Unreadable("no object");
        }
        byte[] reply = (write(answer(codec, members)) + "\n").getBytes(StandardCharsets.US_ASCII);
        replies.write(reply, 0, reply.length);
        replies.flush();
      } catch (Unreadable error) {
        System.err.println("cannot read a request: " + error.getMessage());
        System.exit(2);
      }
    }
  }

  private static byte[] line(InputStream input) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = input.read(); c != '\n'; c = input.read()) {
      if (c < 0) {
        return line.size() == 0 ? null : line.toByteArray();
      }
      line.write(c);
    }
    return line.toByteArray();
  }
}
