-- From Lua's values to the notation of msgpack, and back.
local json = require 'dkjson'
local messagepack = require 'MessagePack'
local protocol = require 'protocol'
local smallest = require 'smallest'

local values = {}
local careful = false

-- An extension as the careful user keeps it; by default the package drops them.
local Extension = {}
local NIL = setmetatable({}, {__name = 'the key nil'})
local FIXED = {[1] = true, [2] = true, [4] = true, [8] = true, [16] = true}

-- The options of a careful user, all of them settings of the package.
function values.be_careful ()
    careful = true
    messagepack.set_string 'string'
    messagepack.sentinel = NIL
    messagepack.build_ext = function (tag, data)
        return setmetatable({tag = tag, data = data}, Extension)
    end
    local plain = messagepack.packers['table']
    messagepack.packers['table'] = function (buffer, value)
        if value == NIL then
            messagepack.packers['nil'](buffer)
        elseif getmetatable(value) == Extension then
            local form = FIXED[#value.data] and 'fixext' .. #value.data or 'ext'
            messagepack.packers[form](buffer, value.tag, value.data)
        else
            plain(buffer, value)
        end
    end
end

local function list (items)
    return setmetatable(items, {__jsontype = 'array'})
end

-- Whether octets are text: Lua's own check lets surrogates pass.
local function is_text (data)
    return utf8.len(data) and not data:find '\xed[\xa0-\xbf]'
end

-- The length of a table that is a list, as the package's packer has it; nil for one that is a map.
local function length (value)
    local count, most = 0, 0
    for key in pairs(value) do
        if math.type(key) ~= 'integer' or key < 1 then
            return nil
        end
        count, most = count + 1, math.max(most, key)
    end
    return count == most and most or nil
end

local function describe_map (value)
    local keyed = {}
    for key, item in pairs(value) do
        local shown, held = key == NIL and json.null or values.describe(key), values.describe(item)
        -- By key and then by item, as keys that Lua tells apart may be shown alike.
        keyed[#keyed + 1] = {octets = smallest(shown) .. smallest(held), pair = list {shown, held}}
    end
    table.sort(keyed, function (one, other) return one.octets < other.octets end)
    for at, each in ipairs(keyed) do
        keyed[at] = each.pair
    end
    return {map = list(keyed)}
end

local function describe_table (value)
    if getmetatable(value) == Extension then
        return {ext = {type = tostring(value.tag), data = protocol.hex(value.data)}}
    end
    local size = length(value)
    if not size then
        return describe_map(value)
    end
    local items = {}
    for at = 1, size do
        items[at] = values.describe(value[at])
    end
    return {array = list(items)}
end

-- The notation of a value: a string is a str, whatever it was, and a table a list or a map by its keys.
function values.describe (value)
    if value == nil then
        return json.null
    elseif type(value) == 'boolean' then
        return value
    elseif math.type(value) == 'integer' then
        return {int = tostring(value)}
    elseif math.type(value) == 'float' then
        return {float = '0x' .. protocol.hex(string.pack('>d', value))}
    elseif type(value) == 'string' then
        return is_text(value) and {str = value} or {utf8 = protocol.hex(value)}
    end
    return describe_table(value)
end

local function build_integer (digits)
    local number = math.tointeger(tonumber(digits))
    if not number or tostring(number) ~= digits then
        protocol.decline 'integers have 64 bits and a sign'
    end
    return number
end

local function build_item (item)
    if item == json.null then
        protocol.decline 'a table has no nil in it'
    end
    return values.build(item)
end

local function build_array (items)
    local made = {}
    for at, item in ipairs(items) do
        made[at] = build_item(item)
    end
    return made
end

local function build_map (pairs_of)
    local made = {}
    for _, pair in ipairs(pairs_of) do
        local key, item = values.build(pair[1]), build_item(pair[2])
        if key == nil or key ~= key then
            protocol.decline 'a table has no nil and no NaN for a key'
        elseif math.type(key) == 'float' and math.tointeger(key) then
            protocol.decline 'a key of a table that is a float of integral value becomes an integer'
        elseif made[key] ~= nil then
            protocol.decline 'a table has no key twice'
        end
        made[key] = item
    end
    return made
end

local function build_extension (extension)
    if not careful then
        protocol.decline 'it has no packer of extensions but one that its user makes'
    end
    return setmetatable({tag = build_integer(extension.type), data = protocol.octets(extension.data)}, Extension)
end

local MAKERS = {
    int = build_integer,
    float = function (bits) return (string.unpack('>d', protocol.octets(bits:sub(3)))) end,
    str = function (text) return text end,
    utf8 = protocol.octets,
    bin = protocol.octets,
    array = build_array,
    map = build_map,
    ext = build_extension,
    timestamp = function () protocol.decline 'it has no timestamps' end,
}

-- The value of the notation, as a user has it in hand; it declines what Lua has not.
function values.build (value)
    if value == json.null then
        return nil
    elseif type(value) == 'boolean' then
        return value
    end
    local tag, content = next(value)
    return MAKERS[tag](content)
end

return values
