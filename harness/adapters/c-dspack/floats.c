#include "floats.h"

enum { FRACTION32 = 23, FRACTION64 = 52, BIAS32 = 127, BIAS64 = 1023, NARROWER = FRACTION64 - FRACTION32 };

static const uint32_t INFINITE32 = UINT32_C(0x7f800000), NAN32 = UINT32_C(0x7fc00000);
static const uint64_t INFINITE64 = UINT64_C(0x7ff0000000000000), NAN64 = UINT64_C(0x7ff8000000000000);
static const uint64_t SIGN64 = UINT64_C(1) << 63;

uint64_t widened(uint32_t bits) {
    uint64_t sign = (uint64_t)(bits >> 31) << 63;
    int exponent = (int)(bits >> FRACTION32 & 0xff);
    uint64_t fraction = bits & ((UINT32_C(1) << FRACTION32) - 1);
    if (exponent == 0xff) return sign | INFINITE64 | fraction << NARROWER;
    if (exponent == 0 && fraction == 0) return sign;
    if (exponent == 0) { /* subnormal here, normal there */
        exponent = 1;
        for (; fraction >> FRACTION32 == 0; exponent--) fraction <<= 1;
        fraction &= (UINT64_C(1) << FRACTION32) - 1;
    }
    return sign | (uint64_t)(exponent - BIAS32 + BIAS64) << FRACTION64 | fraction << NARROWER;
}

bool narrowed(uint64_t bits, uint32_t *result) {
    uint32_t sign = (uint32_t)(bits >> 63) << 31;
    uint64_t magnitude = bits & ~SIGN64;
    int exponent = (int)(magnitude >> FRACTION64) - BIAS64 + BIAS32;
    if (magnitude >= INFINITE64) {
        *result = sign | (magnitude == INFINITE64 ? INFINITE32 : NAN32);
        return true;
    }
    int shift = exponent >= 1 ? NARROWER : NARROWER + 1 - exponent; /* a subnormal result has fewer bits */
    if (shift > FRACTION64 + 1) {                                   /* less than half of the least number */
        *result = sign;
        return true;
    }
    uint64_t significand = (magnitude & ((UINT64_C(1) << FRACTION64) - 1)) | UINT64_C(1) << FRACTION64;
    uint64_t kept = significand >> shift;
    uint64_t rest = significand & ((UINT64_C(1) << shift) - 1), half = UINT64_C(1) << (shift - 1);
    kept += rest > half || (rest == half && (kept & 1) != 0);
    /* The hidden bit adds 1 to the exponent, and so does a carry out of the fraction. */
    uint64_t rounded = exponent >= 1 ? ((uint64_t)(exponent - 1) << FRACTION32) + kept : kept;
    *result = sign | (uint32_t)rounded;
    return rounded < INFINITE32;
}

uint64_t written_float(uint64_t bits, unsigned size) {
    if (size == 4) return (bits & ~(UINT64_C(1) << 31)) > INFINITE32 ? NAN32 : bits;
    return (bits & ~SIGN64) > INFINITE64 ? NAN64 : bits;
}
