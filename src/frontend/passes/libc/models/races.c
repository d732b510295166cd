/* Data races: a thread comes to an access while another one is at one that conflicts with it (C17
   5.1.2.4p25). Once in a run one that is at an access may choose that this is watched until it is
   made. In a program with a race some order of accesses, each made in one step, leads there. */
#include "runtime.h"
#define MODEL __attribute__((weak))

/* What an access does. */
enum { WRITES = 1, IS_ATOMIC = 2 };
/* Whether one is watched: none was yet, one is, one was. */
enum { BEFORE, DURING, AFTERWARDS };

static struct {
  const void *place;
  size_t size;
  unsigned thread;
  unsigned char kind, phase;
} watched;

/* Whether an access races with the one that is watched. */
MODEL _Bool __race_is_met(const void *place, size_t size, unsigned char kind) {
  return watched.phase == DURING && watched.thread != __llumc_self() &&
         (watched.kind | kind) & WRITES && !(watched.kind & kind & IS_ATOMIC) &&
         __llumc_overlap(place, size, watched.place, watched.size);
}

MODEL void __race_watch(const void *place, size_t size, unsigned char kind) {
  if (watched.phase != BEFORE || !__llumc_watches()) return;
  watched.place = place;
  watched.size = size;
  watched.thread = __llumc_self();
  watched.kind = kind;
  watched.phase = DURING;
}

MODEL void __race_made(void) {
  if (watched.phase == DURING && watched.thread == __llumc_self()) watched.phase = AFTERWARDS;
}
