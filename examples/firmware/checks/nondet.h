// Arbitrary values, for the checks: the model checker looks at all of them.
#ifndef NONDET_H
#define NONDET_H

#include <stdbool.h>
#include <stdint.h>

extern bool __VERIFIER_nondet_bool(void);
extern uint8_t __VERIFIER_nondet_uchar(void);
extern int16_t __VERIFIER_nondet_short(void);
extern uint16_t __VERIFIER_nondet_ushort(void);
extern uint32_t __VERIFIER_nondet_uint(void);

// Only runs in which the condition holds are looked at.
extern void __VERIFIER_assume(int condition);

#define any_bool __VERIFIER_nondet_bool
#define any_u8 __VERIFIER_nondet_uchar
#define any_i16 __VERIFIER_nondet_short
#define any_u16 __VERIFIER_nondet_ushort
#define any_u32 __VERIFIER_nondet_uint
#define assume(condition) __VERIFIER_assume(condition)

#endif
