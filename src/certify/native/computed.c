/* What the machine's library computes for the bits of one or two numbers; which function, the
 * numbers in runtime.h say (program/computed.rs). */
#include <math.h>

static uint64_t bits_of_double(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_float(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* errno, as the last function has left it. */
static int last_error;

/* The last text of a number. */
static char number_text[1024];

/* How long the text of a number is without its padding. What is asked for is in a format, from the lowest
 * byte: the conversion, flags (as in models/print.c), the width, the precision and one more. */
static uint64_t format_number(double x, uint64_t format) {
    char directive[32] = "%", plain[32] = "%", flags[8] = "";
    static char text[1024];
    unsigned width = format >> 16 & 255, precision = format >> 24 & 255;
    for (int i = 0; i < 5; i++)
        if (format >> (8 + i) & 1) strncat(flags, &"-0+ #"[i], 1);
    char conversion = (char)format;
    if (precision) {
        snprintf(plain, sizeof plain, "%%%s.%u%c", flags, precision - 1, conversion);
        snprintf(directive, sizeof directive, width ? "%%%s%u.%u%c" : "%%%s%.0u.%u%c", flags, width,
                 precision - 1, conversion);
    } else {
        snprintf(plain, sizeof plain, "%%%s%c", flags, conversion);
        snprintf(directive, sizeof directive, width ? "%%%s%u%c" : "%%%s%.0u%c", flags, width,
                 conversion);
    }
    snprintf(number_text, sizeof number_text, directive, x);
    return (uint64_t)snprintf(text, sizeof text, plain, x);
}

static uint64_t compute(uint32_t function, uint64_t a, uint64_t b) {
    double x, y;
    float u, v;
    uint64_t result = 0;
    if (function == COMPUTED_errno) return (uint32_t)last_error;
    if (function == COMPUTED_character) return a < sizeof number_text ? (uint8_t)number_text[a] : 0;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    memcpy(&u, &a, sizeof u);
    memcpy(&v, &b, sizeof v);
    if (function == COMPUTED_length) return format_number(x, b);
    errno = 0;
    switch (function) {
#define UNARY(name)                                                          \
    case COMPUTED_##name: result = bits_of_double(name(x)); break;           \
    case COMPUTED_##name + 1: result = bits_of_float(name##f(u)); break;
#define BINARY(name)                                                         \
    case COMPUTED_##name: result = bits_of_double(name(x, y)); break;        \
    case COMPUTED_##name + 1: result = bits_of_float(name##f(u, v)); break;
        UNARY_FUNCTIONS(UNARY)
        BINARY_FUNCTIONS(BINARY)
    }
    last_error = errno;
    return result;
}

/* The number that a text stands for. */
static uint64_t compute_of_text(uint32_t function, const char *text) {
    errno = 0;
    uint64_t result = function == COMPUTED_strtod ? bits_of_double(strtod(text, NULL))
                                                  : bits_of_float(strtof(text, NULL));
    last_error = errno;
    return result;
}
