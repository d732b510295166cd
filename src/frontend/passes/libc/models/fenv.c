/* fenv.h: the rounding mode, which is exact, and the flags of exceptions, which are arbitrary when
   they are read. The numbers and the layout are those of glibc for x86. */
#include "runtime.h"
#define MODEL __attribute__((weak))

extern int __VERIFIER_nondet_int(void);
/* Where nothing is modelled. */
extern void __fenv_unknown(void);

enum { DOWNWARD = 0x400, UPWARD = 0x800, TOWARD_ZERO = 0xc00 };

/* To nearest, as programs start (C17 7.6p2, F.8.3). */
static int __llumc_rounding_mode;

static void set(int mode) {
  __llumc_rounding_mode = mode;
  __llumc_set_rounding(mode);
}

MODEL int fegetround(void) { return __llumc_rounding_mode; }

MODEL int fesetround(int mode) {
  if (mode & ~TOWARD_ZERO) return 1;
  set(mode);
  return 0;
}

/* The x87's environment as it is stored, and the control register of SSE. Of both the rounding
   mode is two bits; the rest of what controls them is as programs start. */
struct environment {
  unsigned control, x87[6], mxcsr;
};
enum { CONTROL = 0x37f, MXCSR = 0x1f80, FLAGS = 0x3f };

MODEL int fegetenv(struct environment *to) {
#ifdef __x86_64__
  to->control = (__VERIFIER_nondet_int() & 0xffff0000u) | CONTROL | (unsigned)__llumc_rounding_mode;
  for (int i = 0; i < 6; i++) to->x87[i] = (unsigned)__VERIFIER_nondet_int();
  to->mxcsr = MXCSR | (unsigned)__llumc_rounding_mode << 3 | (__VERIFIER_nondet_int() & FLAGS);
#else
  __fenv_unknown();
#endif
  return 0;
}

MODEL int fesetenv(const struct environment *from) {
  /* FE_DFL_ENV; FE_NOMASK_ENV lets exceptions trap. */
  if (from == (const struct environment *)-1) {
    set(0);
    return 0;
  }
#ifdef __x86_64__
  if (from == (const struct environment *)-2) __fenv_unknown();
  unsigned control = from->control & 0xffff, mxcsr = from->mxcsr & ~FLAGS;
  int mode = (int)(control & TOWARD_ZERO);
  if (control != (CONTROL | (unsigned)mode) || mxcsr != (MXCSR | (unsigned)mode << 3))
    __fenv_unknown();
  set(mode);
#else
  __fenv_unknown();
#endif
  return 0;
}

MODEL int feholdexcept(struct environment *to) { return fegetenv(to); }
MODEL int feupdateenv(const struct environment *from) { return fesetenv(from); }

/* No exception traps, so flags have no effect but on who reads them. */
MODEL int feclearexcept(int flags) { return 0; }
MODEL int feraiseexcept(int flags) { return 0; }
MODEL int fetestexcept(int flags) { return __VERIFIER_nondet_int() & flags & FLAGS; }
MODEL int fesetexceptflag(const unsigned short *from, int flags) { return 0; }
MODEL int fegetexceptflag(unsigned short *to, int flags) {
  *to = (unsigned short)(__VERIFIER_nondet_int() & flags & FLAGS);
  return 0;
}
