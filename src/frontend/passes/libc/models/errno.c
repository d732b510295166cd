/* errno.h: the number that functions of the library leave behind when they fail. */
#define MODEL __attribute__((weak))
extern int __VERIFIER_nondet_int(void);

static _Thread_local int last;
MODEL int *__errno_location(void) { return &last; }

/* Called where a function runs that is not of the library and not defined. */
MODEL void __errno_may_be_set(void) { last = __VERIFIER_nondet_int(); }

/* Called before every function that may fail with a number of its own choice. It never sets
   0 (C17 7.5p3), and where it does not fail it may leave alone what was there. */
MODEL void __errno_may_change(void) {
  int number = __VERIFIER_nondet_int();
  if (number > 0) last = number;
}

/* Called behind functions of math.h: whether there was a domain error, and a range error. Which of
   them set the number is the library's choice (C17 7.12.1). */
MODEL void __errno_may_tell(_Bool domain, _Bool range) {
  if ((domain | range) && __VERIFIER_nondet_int()) last = domain ? 33 /* EDOM */ : 34 /* ERANGE */;
}
