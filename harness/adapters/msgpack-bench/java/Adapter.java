import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;

/**
 * Puts goldenwire's questions to msgpack-core: {@code Adapter msgpack default HELLO}, HELLO being a file with the reply to
 * hello. It drives {@code unpackValue} and {@code packValue}.
 */
public final class Adapter implements Protocol.Codec {
  private final Map<String, Object> hello;

  private Adapter(Map<String, Object> hello) {
    this.hello = hello;
  }

  @Override
  public Map<String, Object> hello() {
    return hello;
  }

  @Override
  public Object decode(String format, byte[] data, Object context) {
    return Notation.describe(read(data));
  }

  @Override
  public byte[] encode(String format, Object value, Object context, Object plan) {
    return write(Notation.build(value));
  }

  @Override
  public byte[] transcode(String format, byte[] data, Object context) {
    return write(read(data));
  }

  /** The one value of the data; the unpacker says whether there is another. */
  private static Value read(byte[] data) {
    try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(data)) {
      Value value = unpacker.unpackValue();
      if (unpacker.getTotalReadBytes() < data.length) {
        throw new Protocol.Rejected("", -1, "something is left over");
      }
      return value;
    } catch (MessagePackException | IOException error) {
      throw refusal(error);
    } catch (StackOverflowError error) {
      throw new IllegalStateException("StackOverflowError");
    }
  }

  private static byte[] write(Value value) {
    try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
      packer.packValue(value);
      return packer.toByteArray();
    } catch (MessagePackException | IOException | IllegalArgumentException error) {
      throw refusal(error);
    }
  }

  private static Protocol.Rejected refusal(Exception error) {
    return new Protocol.Rejected("", -1, error.getClass().getSimpleName() + ": " + error.getMessage());
  }

  @SuppressWarnings("unchecked")
  public static void main(String[] arguments) throws IOException {
    Object hello = Protocol.parse(Files.readString(Path.of(arguments[2])));
    Protocol.serve(new Adapter((Map<String, Object>) hello));
  }
}
