/* Numbers of one format from text: NUMBER and the rest are as in number.h; ODD is 1 for the second
   format. */

/* Whether a number that is not exact may be what the text says: one between two integers that the
   format has lies there, however it is rounded. */
static int NAME(may_mean)(const struct number *n, NUMBER r) {
  if (n->kind == NO_NUMBER) return r != r;
  NUMBER size = NAME(of_bits)(NAME(bits_of)(r) & ~SIGN);
  int between = n->kind == BETWEEN & n->whole < HIDDEN;
  return r == r & ((NAME(bits_of)(r) & SIGN) != 0) == n->negative &
         (!between | (size >= (NUMBER)n->whole & size <= (NUMBER)(n->whole + 1)));
}

/* A result that is infinite or (nearly) subnormal may be a range error (7.22.1.3p10). */
static void NAME(may_fail)(NUMBER r) {
#if ERRNO_MATTERS
  BITS size = NAME(bits_of)(r) & ~SIGN;
  int number = (int)__llumc_computed(COMPUTED_errno, 0, 0);
  __llumc_within(number == 0 | (number == ERANGE & (size <= HIDDEN | size == INFINITY_BITS)));
  if (number != 0) *__errno_location() = number;
#endif
}

static NUMBER NAME(from_text)(const char *text, char **end) {
  struct number n;
  parse(text, &n);
  if (end) *end = (char *)n.end;
  if (n.kind == NOTHING) return 0;
  BITS sign = n.negative ? SIGN : 0;
  if (n.kind == ZERO) return NAME(of_bits)(sign);
  if (n.kind == INFINITE) return NAME(of_bits)(sign | INFINITY_BITS);
  if (n.kind == WHOLE && n.whole <= HIDDEN)
    return NAME(of_bits)(sign | NAME(bits_of)((NUMBER)n.whole));
  NUMBER r = NAME(of_bits)((BITS)__llumc_computed_of_text(COMPUTED_strtod + ODD, text));
  __llumc_within(NAME(may_mean)(&n, r));
  NAME(may_fail)(r);
  return r;
}
