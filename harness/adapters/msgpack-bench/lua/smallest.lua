-- The canonical octets of a key in the notation, by which the pairs of a map stand in order there.
local json = require 'dkjson'
local protocol = require 'protocol'

-- By kind: the greatest number of a form, its first octet, and how that and the number are packed.
local FORMS = {
    uint = {{0x7f, 0x00}, {0xff, 0xcc, '>BI1'}, {0xffff, 0xcd, '>BI2'}, {0xffffffff, 0xce, '>BI4'}, {math.maxinteger, 0xcf, '>BI8'}},
    str = {{31, 0xa0}, {0xff, 0xd9, '>BI1'}, {0xffff, 0xda, '>BI2'}, {math.maxinteger, 0xdb, '>BI4'}},
    array = {{15, 0x90}, {0xffff, 0xdc, '>BI2'}, {math.maxinteger, 0xdd, '>BI4'}},
    map = {{15, 0x80}, {0xffff, 0xde, '>BI2'}, {math.maxinteger, 0xdf, '>BI4'}},
    ext = {{0xff, 0xc7, '>BI1'}, {0xffff, 0xc8, '>BI2'}, {math.maxinteger, 0xc9, '>BI4'}},
}
local NEGATIVE = {{-0x20, 0xe0, '>i1'}, {-0x80, 0xd0, '>Bi1'}, {-0x8000, 0xd1, '>Bi2'}, {-0x80000000, 0xd2, '>Bi4'}}
local FIXED = {[1] = 0xd4, [2] = 0xd5, [4] = 0xd6, [8] = 0xd7, [16] = 0xd8}

local smallest

local function head (kind, number)
    for _, form in ipairs(FORMS[kind]) do
        local most, first, packed = table.unpack(form)
        if number <= most then
            return packed and packed:pack(first, number) or string.char(first + number)
        end
    end
end

local function integer (digits)
    local number = math.tointeger(tonumber(digits))
    if number >= 0 then
        return head('uint', number)
    end
    for _, form in ipairs(NEGATIVE) do
        local least, first, packed = table.unpack(form)
        if number >= least then
            return packed == '>i1' and packed:pack(number) or packed:pack(first, number)
        end
    end
    return ('>Bi8'):pack(0xd3, number)
end

local function joined (kind, items)
    local parts = {head(kind, #items)}
    for _, item in ipairs(items) do
        for _, one in ipairs(kind == 'map' and item or {item}) do
            parts[#parts + 1] = smallest(one)
        end
    end
    return table.concat(parts)
end

local WRITERS = {
    int = integer,
    float = function (bits) return '\xcb' .. protocol.octets(bits:sub(3)) end,
    str = function (text) return head('str', #text) .. text end,
    utf8 = function (hex) return head('str', #hex // 2) .. protocol.octets(hex) end,
    array = function (items) return joined('array', items) end,
    map = function (pairs_of) return joined('map', pairs_of) end,
    ext = function (extension)
        local size = #extension.data // 2
        local first = FIXED[size] and string.char(FIXED[size]) or head('ext', size)
        return first .. ('>i1'):pack(tonumber(extension.type)) .. protocol.octets(extension.data)
    end,
}

function smallest (key)
    if key == json.null then
        return '\xc0'
    elseif type(key) == 'boolean' then
        return key and '\xc3' or '\xc2'
    end
    local tag, content = next(key)
    return WRITERS[tag](content)
end

return smallest
