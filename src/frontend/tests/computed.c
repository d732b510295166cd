/* The ranges of models/computed.c against the host's library. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "native.c"

static unsigned long failures, results;
static uint64_t last[3];
static const char *name;

unsigned long long __llumc_computed(unsigned function, unsigned long long x, unsigned long long y) {
    uint64_t result = compute(function, x, y);
    if (function == COMPUTED_errno) return result;
    last[0] = x, last[1] = y, last[2] = result;
    results++;
    return result;
}

void __llumc_within(_Bool holds) {
    if (holds) return;
    if (failures++ < 20)
        printf("%s: %llx, %llx give %llx, errno %d\n", name, (unsigned long long)last[0],
               (unsigned long long)last[1], (unsigned long long)last[2], (int)compute(COMPUTED_errno, 0, 0));
}

static uint64_t state = 1;
static uint64_t next(void) {
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Where functions are special, and beside it; else any bits, or a number of middle size. */
static double some(void) {
    static const double special[] = {0, 0.5, 1, 1.5, 1.5707963267948966, 2, 3, 3.141592653589793, 34, 85, 127,
        170, 700, 745.2, 1023, 1e22, 1e300, 5e-324, 2.3e-308, 1.4e-45, 1.2e-38, 1.8e308, HUGE_VAL, NAN};
    uint64_t bits = next();
    double number = special[bits % (sizeof special / sizeof *special)];
    switch (next() % 5) {
    case 0: memcpy(&number, &bits, sizeof number); return number;
    case 1: return (int)(bits % 4001 - 2000) / 2.0;
    case 2: bits = (bits & ~(UINT64_C(0x7ff) << 52)) | (1023 - 40 + next() % 80) << 52; break;
    default:
        memcpy(&bits, &number, sizeof bits);
        bits += next() % 9 - 4;
        bits ^= next() << 63;
    }
    memcpy(&number, &bits, sizeof number);
    return number;
}

#define UNARY_TEST(of)                                                                 \
    extern double model_##of(double);                                                  \
    extern float model_##of##f(float);                                                 \
    static void test_##of(void) {                                                      \
        name = #of;                                                                    \
        for (long i = 0; i < SAMPLES; i++) {                                           \
            uint32_t bits = (uint32_t)next();                                          \
            float any;                                                                 \
            memcpy(&any, &bits, sizeof any);                                           \
            model_##of(some());                                                        \
            model_##of##f((float)some());                                              \
            model_##of##f(any);                                                        \
        }                                                                              \
    }
#define BINARY_TEST(of)                                                                \
    extern double model_##of(double, double);                                          \
    extern float model_##of##f(float, float);                                          \
    static void test_##of(void) {                                                      \
        name = #of;                                                                    \
        for (long i = 0; i < SAMPLES; i++) {                                           \
            model_##of(some(), some());                                                \
            model_##of##f((float)some(), (float)some());                               \
        }                                                                              \
    }
UNARY_FUNCTIONS(UNARY_TEST)
BINARY_FUNCTIONS(BINARY_TEST)
#define CALL(of) test_##of();

int main(void) {
    UNARY_FUNCTIONS(CALL)
    BINARY_FUNCTIONS(CALL)
    printf("%lu results, %lu out of range\n", results, failures);
    return failures != 0;
}
