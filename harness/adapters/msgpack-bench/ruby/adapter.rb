# frozen_string_literal: true

# Puts goldenwire's questions to the gem msgpack: `adapter.rb msgpack default|careful HELLO`, HELLO being a file with the
# reply to hello.

require "json"
require "msgpack"
require_relative "protocol"
require_relative "values"

# `MessagePack.unpack` and `MessagePack.pack`; the careful user keeps unknown extensions, and has timestamps as Times.
class Adapter
  REFUSALS = [MessagePack::UnpackError, EOFError, RangeError].freeze

  def initialize(options, hello)
    @hello = JSON.parse(File.read(hello), symbolize_names: true)
    @careful = options == "careful"
    @factory = @careful ? careful_factory : MessagePack::DefaultFactory
  end

  attr_reader :hello

  def decode(_format, data, _context) = Values.describe(read(data))

  def encode(_format, value, _context, _plan) = write(ask { Values.build(value, times: @careful) })

  def transcode(_format, data, _context) = write(read(data))

  private

  def careful_factory
    factory = MessagePack::Factory.new
    time = MessagePack::Time
    factory.register_type(MessagePack::Timestamp::TYPE, Time, packer: time::Packer, unpacker: time::Unpacker)
    factory
  end

  def read(data) = ask { @factory.load(data, **(@careful ? { allow_unknown_ext: true } : {})) }

  def write(value) = ask { @factory.dump(value) }

  def ask
    yield
  rescue *REFUSALS => e
    raise Protocol::Rejected.new(nil, nil, "#{e.class}: #{e.message}")
  end
end

Protocol.serve(Adapter.new(*ARGV[1..])) if $PROGRAM_NAME == __FILE__
