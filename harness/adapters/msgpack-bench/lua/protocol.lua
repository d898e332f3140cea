-- The goldenwire protocol, version 1, in Lua 5.3, with the JSON of lua-dkjson.
--
-- serve(hello, operations) answers requests from standard input until it ends. An operation ends with reject or decline
-- to say no; any other error is `failed`.
local json = require 'dkjson'

local protocol = {}

function protocol.reject (why)
    error({rejected = {message = why}})
end

function protocol.decline (why)
    error({unsupported = why})
end

function protocol.hex (data)
    return (data:gsub('.', function (octet) return ('%02x'):format(octet:byte()) end))
end

function protocol.octets (hex)
    return (hex:gsub('..', function (pair) return string.char(tonumber(pair, 16)) end))
end

-- The reply to a request, without its id.
local function answer (operations, request)
    local operation = operations[request.op]
    if not operation then
        return {unsupported = 'the operation ' .. request.op}
    end
    local asked = request.value
    if request.op ~= 'encode' then
        asked = protocol.octets(request.bytes)
    end
    local done, result = pcall(operation, asked)
    if not done then
        return type(result) == 'table' and result or {failed = tostring(result):gsub('[^\x20-\x7e]', ' '):sub(1, 500)}
    end
    return request.op == 'decode' and {value = result} or {bytes = protocol.hex(result)}
end

function protocol.serve (hello, operations)
    local greeting = json.decode(hello)
    greeting.protocol = 1
    for line in io.lines() do
        local request = assert(json.decode(line, 1, json.null))
        local reply = greeting
        if request.op ~= 'hello' then
            reply = answer(operations, request)
            reply.id = request.id
        end
        io.write(json.encode(reply), '\n')
        io.flush()
    end
end

return protocol
