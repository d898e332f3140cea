/* Schemas: the text's grammar, the types, and what a row under a schema holds (sections 4 to 6). */
#ifndef DSPACK_SCHEMA_H
#define DSPACK_SCHEMA_H

#include "job.h"
#include "octets.h"

enum kind { PAD, OCTET, SIGNED, UNSIGNED, TRUTH, FLOATING, PLAIN, TRIMMED, PASCAL };

/* A length or a count: none, a number, or the width of a prefix. */
struct extent {
    enum form { NONE, FIXED, PREFIXED } form;
    uint32_t number;
};

struct field {
    char type;
    enum kind kind;
    uint8_t size;         /* of a scalar, a pad or a c */
    struct extent count;  /* NONE for what is no list */
    struct extent length; /* NONE for what is no string */
    struct octets name;   /* no octets for a pad without one */
    struct octets note;   /* no octets for none */
    size_t name_at;       /* in the text: the name, or the field if the name is a default */
    size_t slot;          /* which of a row's values it is; not for pads */
};

struct schema {
    char flag;
    bool big_endian, aligned;
    struct field *fields;
    size_t count;
    size_t values;               /* of a row: one for each field but pads */
    const struct field **sorted; /* the fields that have a name, by name and then by place */
    size_t named;
};

/* The schema of a text, or SCHEMA at `place` plus the offset in the text (no offset if `place` is NO_OFFSET). */
struct schema *parse_schema(struct job *job, struct octets text, size_t place);

/* The field of that name, or NULL. */
const struct field *field_named(const struct schema *schema, struct octets name);

bool is_string(const struct field *field);
bool is_dynamic(const struct field *field);

/* For messages: the field's name. */
const char *label(struct job *job, const struct field *field);

#endif
