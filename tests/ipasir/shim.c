/* An IPASIR library that misbehaves: it hands everything to the real one at REAL, until
 * query AT, where it does what MODE says. Built by tests/ipasir.rs. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { HONEST, CRASHES, ABORTS, EXITS, HANGS, LIES_SAT, LIES_UNSAT, NONSENSE, GIVES_UP };

static void *real(const char *name) {
  static void *library;
  if (!library) library = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
  void *function = library ? dlsym(library, name) : NULL;
  if (!function) {
    fprintf(stderr, "the real library is missing\n");
    exit(9);
  }
  return function;
}

static int queries;

const char *ipasir_signature(void) { return "shim"; }

void *ipasir_init(void) {
  printf("c what a solver prints must do no harm\n");
  fflush(stdout);
  return ((void *(*)(void))real("ipasir_init"))();
}

void ipasir_release(void *s) { ((void (*)(void *))real("ipasir_release"))(s); }

void ipasir_add(void *s, int lit) { ((void (*)(void *, int))real("ipasir_add"))(s, lit); }

void ipasir_assume(void *s, int lit) { ((void (*)(void *, int))real("ipasir_assume"))(s, lit); }

int ipasir_solve(void *s) {
  if (++queries >= AT) {
    switch (MODE) {
      case CRASHES: raise(SIGSEGV); break;
      case ABORTS: fprintf(stderr, "shim: out of ideas\n"); abort();
      case EXITS: _exit(3);
      case HANGS: for (;;) pause();
      case LIES_SAT: return 10;
      case LIES_UNSAT: return 20;
      case NONSENSE: return 11;
      case GIVES_UP: return 0;
    }
  }
  return ((int (*)(void *))real("ipasir_solve"))(s);
}

int ipasir_val(void *s, int lit) {
  if (MODE == LIES_SAT && queries >= AT) return -lit;
  return ((int (*)(void *, int))real("ipasir_val"))(s, lit);
}

#ifndef WITHOUT_FAILED
int ipasir_failed(void *s, int lit) {
  if (MODE == LIES_UNSAT && queries >= AT) return 0;
  return ((int (*)(void *, int))real("ipasir_failed"))(s, lit);
}
#endif
