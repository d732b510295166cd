/* The threads of the program, which take turns as the choices say, each on a stack of its own.
 * runtime.c includes it. Where they may take turns the program says (passes/threads). */
#include <ucontext.h>

enum { MOST_THREADS = 256, THREAD_STACK_BYTES = 1 << 17, COPIES = 256, COPY_BYTES = 1 << 16 };
enum { END_ASSUMPTION = 1 }; /* program::runtime */

static struct thread {
    ucontext_t context;
    int runs;
    uint32_t sections; /* atomic ones that have begun and not ended */
} threads[MOST_THREADS];
static _Alignas(16) uint8_t stacks[MOST_THREADS][THREAD_STACK_BYTES];
static uint32_t current;      /* the thread that runs */
static uint32_t thread_count; /* 0 until the first one starts */

/* Variables of threads in the place of those that each has. */
static struct copy {
    const void *variable;
    uint32_t thread;
    uint8_t *own;
} copies[COPIES];
static _Alignas(16) uint8_t copied[COPY_BYTES];
static size_t copy_count, copied_bytes;

extern void __llumc_threads(void) __attribute__((weak));

static void choose(uint32_t site) {
    uint32_t bits = 1, chosen = 0, before = current;
    while ((thread_count - 1) >> bits) bits++;
    __llumc_choice(&chosen, bits, site);
    if (chosen >= thread_count || !threads[chosen].runs) __llumc_end(END_ASSUMPTION);
    current = chosen;
    if (chosen != before) swapcontext(&threads[before].context, &threads[chosen].context);
}

void __llumc_yields(uint32_t site) {
    if (thread_count && !threads[current].sections) choose(site);
}
_Bool __llumc_resumes(void) { return 0; }
void __llumc_resumed(void) {}

uint32_t __llumc_self(void) { return current; }

void __llumc_atomic(_Bool begins) {
    struct thread *own = threads + current;
    if (begins) {
        own->sections++;
    } else if (own->sections) {
        own->sections--;
    }
}

/* It calls what threads begin with, and that asks which one does. */
uint32_t __llumc_arrives(void) { return current; }
void __llumc_begins(uint32_t thread) { (void)thread; }

void __llumc_spawned(uint32_t thread, uint32_t of) {
    if (of > MOST_THREADS) finish(LONG, 0, 0);
    thread_count = of;
    threads[0].runs = threads[0].runs || current == 0;
    struct thread *new = threads + thread;
    getcontext(&new->context);
    new->context.uc_stack.ss_sp = stacks[thread];
    new->context.uc_stack.ss_size = THREAD_STACK_BYTES;
    new->context.uc_link = NULL;
    makecontext(&new->context, __llumc_threads, 0);
    new->runs = 1;
    new->sections = 0;
    for (size_t i = 0; i < copy_count; i++)
        if (copies[i].thread == thread) copies[i].variable = NULL;
}

void __llumc_left(uint32_t site) {
    threads[current].runs = 0;
    if (thread_count == 0) __llumc_end(END_ASSUMPTION);
    choose(site);
}

void *__llumc_thread_local(void *variable, const void *first, size_t size) {
    if (current == 0) return variable;
    for (size_t i = 0; i < copy_count; i++)
        if (copies[i].thread == current && copies[i].variable == variable) return copies[i].own;
    size_t room = size + 15 & ~(size_t)15;
    if (copy_count == COPIES || size > COPY_BYTES || room > COPY_BYTES - copied_bytes)
        finish(LONG, 0, 0);
    struct copy *copy = copies + copy_count++;
    copy->variable = variable;
    copy->thread = current;
    copy->own = copied + copied_bytes;
    copied_bytes += room;
    memcpy(copy->own, first, size);
    return copy->own;
}
