/* Functions of other checkers whose meaning is plain: KLEE's manual, CBMC's. Those that are
   single steps are in names/harness.rs. */
#include "system.h"

extern void __VERIFIER_assume(int);
extern void *malloc(size_t size);
extern void *calloc(size_t n, size_t size);

/* The bytes become arbitrary. */
MODEL void klee_make_symbolic(void *object, size_t size, const char *name) {
  (void)name;
  take(object, size);
}
MODEL void __CPROVER_havoc_slice(void *from, size_t size) { take(from, size); }

/* From `begin` to the number before `end`. */
MODEL int klee_range(int begin, int end, const char *name) {
  int n = __VERIFIER_nondet_int();
  (void)name;
  __VERIFIER_assume(begin <= n && n < end);
  return n;
}
MODEL size_t klee_choose(size_t n) {
  size_t chosen = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(chosen < n);
  return chosen;
}

MODEL void *__CPROVER_allocate(size_t size, int zero) {
  return zero ? calloc(1, size) : malloc(size);
}

extern size_t __CPROVER_POINTER_OFFSET(const void *);
extern size_t __CPROVER_OBJECT_SIZE(const void *);

/* The whole object becomes arbitrary. */
MODEL void __CPROVER_havoc_object(void *inside) {
  size_t before = __CPROVER_POINTER_OFFSET(inside), size = __CPROVER_OBJECT_SIZE(inside);
  if (inside) take((char *)inside - before, size);
}
MODEL void __VERIFIER_nondet_memory(void *object, size_t size) { take(object, size); }

/* Kinds of floating-point numbers. */
MODEL int __CPROVER_isnanf(float x) { return x != x; }
MODEL int __CPROVER_isnand(double x) { return x != x; }
MODEL int __CPROVER_isnanld(long double x) { return x != x; }
MODEL int __CPROVER_isinff(float x) { return __builtin_fabsf(x) == __builtin_inff(); }
MODEL int __CPROVER_isinfd(double x) { return __builtin_fabs(x) == __builtin_inf(); }
MODEL int __CPROVER_isinfld(long double x) { return __builtin_fabsl(x) == __builtin_infl(); }
MODEL int __CPROVER_isfinitef(float x) { return __builtin_fabsf(x) < __builtin_inff(); }
MODEL int __CPROVER_isfinited(double x) { return __builtin_fabs(x) < __builtin_inf(); }
MODEL int __CPROVER_isfiniteld(long double x) { return __builtin_fabsl(x) < __builtin_infl(); }
