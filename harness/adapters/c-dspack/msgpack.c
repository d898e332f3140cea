#include "msgpack.h"

#include "floats.h"

/* The first bytes c0 to df: what follows is a number of `width` bytes, then as many octets as it says and `extra`. */
static const struct form {
    enum node_kind kind;
    uint8_t width, extra;
    bool is_signed;
} forms[] = {
    {NIL, 0, 0, false},     {NEVER, 0, 0, false},   {FALSE, 0, 0, false},   {TRUE, 0, 0, false},
    {BIN, 1, 0, false},     {BIN, 2, 0, false},     {BIN, 4, 0, false},     {EXT, 1, 1, false},
    {EXT, 2, 1, false},     {EXT, 4, 1, false},     {FLOAT, 4, 0, false},   {FLOAT, 8, 0, false},
    {INTEGER, 1, 0, false}, {INTEGER, 2, 0, false}, {INTEGER, 4, 0, false}, {INTEGER, 8, 0, false},
    {INTEGER, 1, 0, true},  {INTEGER, 2, 0, true},  {INTEGER, 4, 0, true},  {INTEGER, 8, 0, true},
    {EXT, 0, 2, false},     {EXT, 0, 3, false},     {EXT, 0, 5, false},     {EXT, 0, 9, false},
    {EXT, 0, 17, false},    {STR, 1, 0, false},     {STR, 2, 0, false},     {STR, 4, 0, false},
    {ARRAY, 2, 0, false},   {ARRAY, 4, 0, false},   {MAP, 2, 0, false},     {MAP, 4, 0, false},
};

/* Kind and number of the first byte's own: everything but c0 to df. */
static struct object short_object(uint8_t first) {
    if (first < 0x80) return (struct object){.kind = INTEGER, .number = first};
    if (first >= 0xe0) return (struct object){.kind = INTEGER, .negative = true, .number = UINT64_MAX - 0xff + first};
    if (first < 0x90) return (struct object){.kind = MAP, .number = first & 0x0f};
    if (first < 0xa0) return (struct object){.kind = ARRAY, .number = first & 0x0f};
    return (struct object){.kind = STR, .number = first & 0x1f};
}

bool read_object(struct octets block, size_t at, struct object *object) {
    if (at >= block.size) return false;
    uint8_t first = block.data[at];
    uint64_t extra = 0;
    if (first < 0xc0 || first >= 0xe0) {
        *object = short_object(first);
        object->head = 1;
    } else {
        const struct form *form = &forms[first - 0xc0];
        if (form->width > block.size - at - 1) return false;
        uint64_t number = read_number(block.data + at + 1, form->width, true);
        bool negative = form->is_signed && number >> (8 * form->width - 1) != 0;
        if (negative && form->width < 8) number |= UINT64_MAX << 8 * form->width;
        if (form->kind == FLOAT && form->width == 4) number = widened((uint32_t)number);
        *object = (struct object){.kind = form->kind, .negative = negative, .number = number, .head = 1 + form->width};
        extra = form->extra;
    }
    bool has_octets = object->kind == STR || object->kind == BIN || object->kind == EXT;
    uint64_t octets = has_octets ? object->number + extra : 0; /* below 2^33 */
    if (octets > block.size - at - object->head) return false;
    object->at = at;
    object->end = at + object->head + (size_t)octets;
    return true;
}

size_t skip_object(struct octets block, size_t at) {
    struct object object;
    for (uint64_t pending = 1; pending != 0 && read_object(block, at, &object); pending--) {
        at = object.end;
        if (object.kind == ARRAY) pending += object.number;
        if (object.kind == MAP) pending += object.number * 2;
    }
    return at;
}

struct octets content(struct octets block, const struct object *object) {
    return (struct octets){block.data + object->at + object->head, object->end - object->at - object->head};
}

/* A first byte, then a number. */
static void write_form(struct buffer *buffer, uint8_t first, uint64_t number, size_t width) {
    put_number(buffer, first, 1, true);
    put_number(buffer, number, width, true);
}

/* The bytes that a number needs: 1, 2, 4 or 8. */
static size_t least_width(uint64_t number) {
    return number <= UINT8_MAX ? 1 : number <= UINT16_MAX ? 2 : number <= UINT32_MAX ? 4 : 8;
}

/* 0, 1, 2, 3 for the widths 1, 2, 4, 8, which is the order of first bytes. */
static uint8_t rank(size_t width) { return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3; }

void write_integer(struct buffer *buffer, bool negative, uint64_t number) {
    uint64_t below = ~number; /* of -n it is n - 1, which has to fit one bit less than the form has */
    if (negative ? below < 32 : number < 128) {
        put_number(buffer, number, 1, true);
        return;
    }
    size_t width = negative ? least_width(below << 1) : least_width(number);
    write_form(buffer, (uint8_t)((negative ? 0xd0 : 0xcc) + rank(width)), number, width);
}

/* A length or a count: in the first byte itself up to `most`, else in the forms from `first` on. */
static void write_count(struct buffer *buffer, uint64_t count, uint8_t fixed, uint64_t most, uint8_t first,
                        size_t least) {
    if (count <= most) {
        put_number(buffer, fixed | count, 1, true);
        return;
    }
    size_t width = least_width(count) < least ? least : least_width(count);
    write_form(buffer, (uint8_t)(first + rank(width) - rank(least)), count, width);
}

void write_str(struct buffer *buffer, struct octets octets) {
    write_count(buffer, octets.size, 0xa0, 31, 0xd9, 1);
    put_octets(buffer, octets);
}

void write_map(struct buffer *buffer, uint64_t pairs) { write_count(buffer, pairs, 0x80, 15, 0xde, 2); }

static void write_bin(struct buffer *buffer, struct octets octets) {
    size_t width = least_width(octets.size);
    write_form(buffer, (uint8_t)(0xc4 + rank(width)), octets.size, width);
    put_octets(buffer, octets);
}

void write_node(struct buffer *buffer, const struct node *node) {
    static const uint8_t alone[] = {[NIL] = 0xc0, [FALSE] = 0xc2, [TRUE] = 0xc3};
    switch (node->kind) {
    case NIL:
    case FALSE:
    case TRUE: put_number(buffer, alone[node->kind], 1, true); break;
    case INTEGER: write_integer(buffer, node->negative, node->number); break;
    case FLOAT: write_form(buffer, 0xcb, written_float(node->number, 8), 8); break;
    case STR: write_str(buffer, node->octets); break;
    case BIN: write_bin(buffer, node->octets); break;
    case ARRAY:
        write_count(buffer, node->number, 0x90, 15, 0xdc, 2);
        for (uint64_t i = 0; i < node->number; i++) write_node(buffer, &node->items[i]);
        break;
    case MAP:
        write_map(buffer, node->number);
        for (uint64_t i = 0; i < node->number; i++) {
            write_str(buffer, node->pairs[i].key);
            write_node(buffer, &node->pairs[i].value);
        }
        break;
    case EXT:
    case NEVER: break; /* no tree has them */
    }
}
