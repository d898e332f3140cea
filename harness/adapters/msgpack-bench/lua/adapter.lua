-- Puts goldenwire's questions to lua-MessagePack: `adapter.lua messagepack default|careful HELLO`, HELLO being a file with
-- the reply to hello. It drives `pack` and `unpack`; the careful user has str 8 beside the older forms, keys of nil, and
-- extensions kept.
local here = arg[0]:match '^(.*)/'
package.path = here .. '/?.lua;' .. package.path

local messagepack = require 'MessagePack'
local protocol = require 'protocol'
local values = require 'values'

local careful, file = arg[2] == 'careful', arg[3]
if careful then
    values.be_careful()
end

-- What the package gives. What it says itself, and what Lua's string.pack says of a number, is its no.
local NOES = {'missing bytes$', 'extra bytes$', 'is unimplemented$', 'overflow in pack', 'bad argument', 'bad length'}

local function asked (call, argument)
    local done, result = pcall(call, argument)
    if done then
        return result
    end
    for _, words in ipairs(NOES) do
        if tostring(result):find(words) then
            protocol.reject(tostring(result):gsub('^%S+:%d+: ', ''))
        end
    end
    error(result, 0)
end

local handle = assert(io.open(file))
local hello = handle:read 'a'
handle:close()
protocol.serve(hello, {
    decode = function (data) return values.describe(asked(messagepack.unpack, data)) end,
    encode = function (value) return asked(messagepack.pack, values.build(value)) end,
    transcode = function (data) return asked(messagepack.pack, asked(messagepack.unpack, data)) end,
})
