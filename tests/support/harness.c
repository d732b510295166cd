/* Runs a generated program (p.c) natively, under sanitizers.
 *
 *   p.exe each FILE         one run, in a process of its own, for each line of inputs
 *   p.exe many SEED COUNT   runs with random inputs, in this process, until one fails
 *
 * A run's inputs are given over and over. How it ends is printed as `end: …`, or by a
 * sanitizer, which ends the process. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* AddressSanitizer puts red zones only behind variables: these lie before the first. */
char before_zeros[64] = {0};
char before_numbers[64] = {1};

#define PLAIN __attribute__((no_sanitize("all")))
#define INPUTS 256

/* Lives on the heap: variables of this file are reset before each run. */
struct state {
  unsigned long long inputs[INPUTS];
  unsigned long long random, number;
  int count, used, many, live;
  jmp_buf end;
  char *start, *saved;
  size_t size;
};
static struct state *state;

static unsigned long long bits(void) {
  unsigned long long z = state->random += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/* Small, extreme and random numbers. */
static unsigned long long interesting(void) {
  switch (bits() % 6) {
    case 0: return bits() % 10;
    case 1: return -(bits() % 10);
    case 2: return (1ull << bits() % 64) - bits() % 3;
    case 3: return bits() >> bits() % 64;
    case 4: return bits() % 4;
    default: return bits();
  }
}

static const double corners[] = {
  0, 0.5, 1, 1.5, 2, 2.5, 3, 7, 10, 0.1, 1e-3, 255, 32768, 0x1p24, 0x1p31, 0x1p32, 0x1p53, 0x1p63,
  1e10, 0x1p-126, 1e-45, 0x1.fffffep127, __builtin_inf(), __builtin_nan("")};

static double corner(void) {
  double number = corners[bits() % (sizeof corners / sizeof *corners)];
  return bits() % 2 ? -number : number;
}

/* Bits of small numbers, of corners and what lies beside them, of any numbers. */
static unsigned long long float_bits(void) {
  float number = (float)(bits() % 41) / 4 - 5;
  unsigned of;
  if (bits() % 3) number = (float)corner();
  memcpy(&of, &number, sizeof of);
  switch (bits() % 6) {
    case 0: case 1: return of;
    case 2: return of ^ (unsigned)(bits() % 4);
    case 3: return (bits() & 0x8fffffff) | 0x38000000;
    case 4: return bits() & 0x80ffffff;
    default: return bits() & 0xffffffff;
  }
}

static unsigned long long double_bits(void) {
  double number = (double)(bits() % 41) / 4 - 5;
  unsigned long long of;
  if (bits() % 3) number = corner();
  memcpy(&of, &number, sizeof of);
  switch (bits() % 6) {
    case 0: case 1: return of;
    case 2: return of ^ bits() % 4;
    case 3: return (bits() & 0x807fffffffffffffull) | 0x3fc0000000000000ull;
    case 4: return bits() & 0x801fffffffffffffull;
    default: return bits();
  }
}

static unsigned long long next_of(unsigned long long (*draw)(void)) {
  if (state->many && state->used == state->count && state->count < INPUTS)
    state->inputs[state->count++] = draw();
  return state->count ? state->inputs[state->used++ % state->count] : 0;
}

static unsigned long long next(void) { return next_of(interesting); }

static void print_inputs(void) {
  printf("inputs:");
  for (int i = 0; i < state->count; i++) printf(" %llu", state->inputs[i]);
  printf("\n");
  fflush(stdout);
}

__attribute__((noreturn)) static void stop(const char *how, int line) {
  int bad = line >= 0;
  if (state->many && !bad) longjmp(state->end, 1);
  if (bad) printf("end: %s %d\n", how, line);
  else printf("end: %s\n", how);
  fflush(stdout);
  if (state->many) print_inputs();
  _exit(bad);
}

static void over(void) {
#ifdef CLEANUP
  if (state->live) stop("leaks", 0);
#endif
  stop("returns", -1);
}

static void *counted_malloc(size_t n) { state->live++; return malloc(n); }
static void *counted_calloc(size_t n, size_t size) { state->live++; return calloc(n, size); }
static void *counted_realloc(void *p, size_t n) { state->live += !p; return realloc(p, n); }
static void counted_free(void *p) { free(p); state->live -= p != 0; }

#define INPUT(type, name) static type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(signed char, char) INPUT(unsigned char, uchar) INPUT(short, short)
INPUT(unsigned short, ushort) INPUT(int, int) INPUT(unsigned, uint)
INPUT(long, long) INPUT(unsigned long, ulong)
#define NUMBER(type, bits)                               \
  static type __VERIFIER_nondet_##type(void) {           \
    bits of = (bits)next_of(type##_bits);                \
    type number;                                         \
    memcpy(&number, &of, sizeof number);                 \
    return number;                                       \
  }
NUMBER(float, unsigned) NUMBER(double, unsigned long long)
static _Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
#ifdef ERRORS
#define reach_error() stop("reached", __LINE__)
#else
#define reach_error() over()
#endif
#define malloc counted_malloc
#define calloc counted_calloc
#define realloc counted_realloc
#define free counted_free
#define exit(code) over()
#define abort() over()
#define HARNESS
#define main program
#include "p.c"
#undef main
#undef malloc
#undef calloc
#undef free

static void each(const char *file) {
  FILE *lines = fopen(file, "r");
  char line[64 * INPUTS];
  while (fgets(line, sizeof line, lines)) {
    state->count = 0;
    for (char *at = line, *end; state->count < INPUTS; at = end) {
      unsigned long long value = strtoull(at, &end, 10);
      if (end == at) break;
      state->inputs[state->count++] = value;
    }
    printf("run\n");
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
      alarm(2);
      program();
      over();
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("end: signal %d\n", WTERMSIG(status));
  }
}

extern char __data_start, _end;
extern void __sanitizer_set_death_callback(void (*)(void));

PLAIN static void copy(char *to, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = from[i];
}

/* The sanitizers' own data lie in a library of their own. */
PLAIN static void many(unsigned long long seed, unsigned long long count) {
  state->many = 1;
  __sanitizer_set_death_callback(print_inputs);
  state->start = &__data_start;
  state->size = (size_t)(&_end - &__data_start);
  state->saved = malloc(state->size);
  copy(state->saved, state->start, state->size);
  for (state->number = 0; state->number < count; state->number++) {
    copy(state->start, state->saved, state->size);
    state->random = seed + state->number * 0x51ull;
    state->count = state->used = state->live = 0;
    alarm(2);
    if (!setjmp(state->end)) {
      program();
      over();
    }
  }
  printf("end: all\n");
  fflush(stdout);
  _exit(0);
}

int main(int argc, char **argv) {
  state = calloc(1, sizeof *state);
  if (argc == 4) many(strtoull(argv[2], 0, 10), strtoull(argv[3], 0, 10));
  if (argc == 3) each(argv[2]);
  return 0;
}
