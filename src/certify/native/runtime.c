/* What a checked program is linked with to be run natively (see native/mod.rs).
 *
 * The process that starts is trusted and runs none of the program's code. For each run
 * it forks a child, which gives up everything but ending itself (sandbox.c) and only then
 * calls the program. The child says how it ended in memory that both share; what it left
 * there is read with suspicion, since a wild pointer may have written to it.
 *
 *   replay MILLISECONDS        one run of at most that time; standard input holds its
 *                              choices, each as a uint32_t number of bits and the
 *                              bytes, low byte first; the log says how conditions come
 *                              out, if the program tells that
 *   attack MILLISECONDS SEED   random runs until the time ends, one of the sites on
 *                              standard input (uint32_t each) is reached, or
 *                              AddressSanitizer complains
 *
 * Both print their result on standard output, for outcome.rs to read.
 *
 * Built with AddressSanitizer, it tells besides what that says of an access to memory
 * (sanitizer.c).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

#if __has_feature(address_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

enum ending {
    CRASHED, /* the child did not get to say anything */
    GOAL,    /* a: site */
    END,     /* a: kind as in program::native */
    RETURNED,
    EXHAUSTED, /* one choice more than were given; a: site, b: bits */
    MISMATCH,  /* a choice of another width; a: site, b: bits */
    LONG,      /* more choices than this run may make, or than the log holds */
    UNSAFE,    /* the sandbox could not be set up; a: errno */
    SANITIZER  /* AddressSanitizer complains */
};

enum { LOG_BYTES = 1 << 20, MEMORY_LIMIT = 1 << 30 };

/* Of so many conditions behind a choice is told how they come out, not of further ones
 * (limits::BRANCHINGS_LOGGED). */
enum { BRANCHINGS = 64 };

/* In the place of the number of a branching: a result of a function of the library follows. */
#define COMPUTED UINT32_MAX

#if SANITIZED
/* Only the program's accesses are checked. */
#pragma clang attribute push(__attribute__((no_sanitize("address"))), apply_to = function)
#endif

/* How a run goes; the choices of a random run are logged as site, bits, bytes, the conditions of
 * another one as choices before it, branching, way, and what was computed as choices before it,
 * COMPUTED, the low and the high half. */
static struct shared {
    uint32_t ending, a, b;
    uint32_t choices; /* made so far */
    uint32_t used;    /* bytes of the log */
    uint8_t log[LOG_BYTES];
} *shared;

static uint8_t *input; /* standard input */
static size_t input_size, input_read;
static int attacking;
static uint32_t choice_limit; /* of a random run */

static _Noreturn void finish(enum ending ending, uint32_t a, uint32_t b) {
    shared->a = a;
    shared->b = b;
    shared->ending = ending;
    _exit(0);
}

#if SANITIZED
#include "sanitizer.c"
enum { SHARED_BYTES = sizeof *shared + sizeof *complaint };
#else
enum { SHARED_BYTES = sizeof *shared };
#endif

/* ---- Random choices ---- */

static uint64_t random_state;

/* splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators). */
static uint64_t next_random(void) {
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Sign-extends a small number. */
static void put_number(uint8_t *to, uint32_t size, int64_t number) {
    for (uint32_t i = 0; i < size; i++)
        to[i] = (uint8_t)(i < 8 ? (uint64_t)number >> 8 * i : number < 0 ? 0xff : 0);
}

static void put_random(uint8_t *to, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) to[i] = (uint8_t)next_random();
}

/* Values where programs break: boundaries and small numbers, besides uniform ones.
 * A run has a temper: without runs of small numbers only, loops whose bound is
 * an input would hardly ever be left. */
static void put_arbitrary(uint8_t *to, uint32_t bits, uint32_t size, unsigned temper) {
    uint32_t top = (bits - 1) % 8; /* position of the sign bit in the last byte */
    unsigned choice = (unsigned)(next_random() % 8);
    if (temper == 0) choice = 5;
    if (temper == 1) choice %= 6;
    switch (choice) {
    case 0: put_number(to, size, 0); break;
    case 1: put_number(to, size, 1); break;
    case 2: put_number(to, size, -1); break;
    case 3: /* the smallest signed number, or the one above it */
        put_number(to, size, (int64_t)(next_random() % 2));
        to[size - 1] |= (uint8_t)(1u << top);
        break;
    case 4: /* the largest signed number, or the one below it */
        put_number(to, size, -1 - (int64_t)(next_random() % 2));
        to[size - 1] &= (uint8_t)~(1u << top);
        break;
    case 5: put_number(to, size, (int64_t)(next_random() % 24) - 8); break;
    case 6: put_number(to, size, (int64_t)(next_random() >> next_random() % 64)); break;
    default: put_random(to, size);
    }
    to[size - 1] &= (uint8_t)((2u << top) - 1);
}

/* ---- What the program calls ---- */

void __llumc_choice(void *to, uint32_t bits, uint32_t site) {
    static unsigned temper;
    uint32_t size = (bits + 7) / 8;
    if (attacking) {
        if (shared->choices >= choice_limit || shared->used + 8 + (uint64_t)size > LOG_BYTES)
            finish(LONG, site, bits);
        if (shared->choices == 0) temper = (unsigned)(next_random() % 4);
        put_arbitrary(to, bits, size, temper);
        uint8_t *record = shared->log + shared->used;
        memcpy(record, &site, 4);
        memcpy(record + 4, &bits, 4);
        memcpy(record + 8, to, size);
        shared->used += 8 + size;
    } else {
        uint32_t given;
        if (input_size - input_read < 4) finish(EXHAUSTED, site, bits);
        memcpy(&given, input + input_read, 4);
        if (given != bits || input_size - input_read - 4 < size) finish(MISMATCH, site, bits);
        memcpy(to, input + input_read + 4, size);
        input_read += 4 + size;
    }
    shared->choices++;
}

void __llumc_branched(uint32_t branching, uint32_t way) {
    static uint32_t behind, told; /* of the conditions behind so many choices */
    uint32_t record[3] = {shared->choices, branching, way};
    if (attacking || way == 0) return;
    if (behind != shared->choices) told = 0;
    behind = shared->choices;
    if (told == BRANCHINGS || shared->used > LOG_BYTES - sizeof record) return;
    memcpy(shared->log + shared->used, record, sizeof record);
    shared->used += sizeof record;
    told++;
}

/* ---- Functions of the mathematical library, if the program calls them: they take time to build ---- */

#ifdef COMPUTES
#include "computed.c"
#include "measured.c"
#endif

_Noreturn void __llumc_goal(uint32_t site) { finish(GOAL, site, 0); }

_Noreturn void __llumc_end(uint32_t kind) { finish(END, kind, 0); }

#include "threads.c"

/* ---- The heap: blocks that are never used again ---- */

enum { ARENA_BYTES = 64 << 20, MAX_BLOCKS = 1 << 16 };

static size_t arena_used;

#if SANITIZED
/* Of size bytes, all zero. AddressSanitizer has no blocks without a byte. */
static uint8_t *new_block(size_t size) {
    uint8_t *start = calloc(size ? size : 1, 1);
    if (start && size == 0) __asan_poison_memory_region(start, 1);
    return start;
}

static void end_block(uint8_t *start) { free(start); }

#else
static _Alignas(16) uint8_t arena[ARENA_BYTES];

/* Of size bytes, all zero. */
static uint8_t *new_block(size_t size) {
    (void)size;
    return arena + arena_used;
}

static void end_block(uint8_t *start) { (void)start; }

#define BELONGS(at) 1
#define INSPECT(at, size, writes) ((void)(at), (void)(size))
#endif

static struct block {
    uint8_t *start;
    size_t size;
    int alive;
    int on_stack;
} blocks[MAX_BLOCKS];
static uint32_t block_count, blocks_alive;

/* The block that starts here, or null. */
static struct block *block_at(const void *start) {
    for (uint32_t i = 0; i < block_count; i++)
        if (blocks[i].start == start) return blocks + i;
    return NULL;
}

/* Bounds of the model are none here. */
uint32_t __llumc_allocation(size_t size) {
    (void)size;
    return 0;
}
uint32_t __llumc_stack_allocation(size_t size) {
    (void)size;
    return 1;
}
_Bool __llumc_fits(uint32_t site, size_t size) {
    (void)site;
    (void)size;
    return 1;
}
_Bool __llumc_available(uint32_t site) {
    (void)site;
    return 1;
}

void *__llumc_allocate_zeroed(uint32_t site, size_t size) {
    size_t room = size + 31 & ~(size_t)15;
    if (size > ARENA_BYTES || room > ARENA_BYTES - arena_used || block_count == MAX_BLOCKS)
        finish(LONG, site, 0);
    uint8_t *start = new_block(size);
    if (!start) finish(LONG, site, 0);
    struct block *block = blocks + block_count++;
    block->start = start;
    block->size = size;
    block->alive = 1;
    block->on_stack = site == 1;
    if (!block->on_stack) blocks_alive++;
    arena_used += room;
    return block->start;
}

void *__llumc_allocate(uint32_t site, size_t size) { return __llumc_allocate_zeroed(site, size); }

void *__llumc_object(size_t size, size_t alignment) {
    (void)alignment;
    return __llumc_allocate_zeroed(1, size);
}

_Bool __llumc_freeable(const void *start) {
    struct block *block = block_at(start);
    return !start || (block && block->alive && !block->on_stack);
}

void __llumc_free(const void *start) {
    struct block *block = block_at(start);
    if (!block || !block->alive) return;
    block->alive = 0;
    blocks_alive--;
    end_block(block->start);
}

void __llumc_all_freed(uint32_t site, ...) {
    if (blocks_alive > 0) finish(GOAL, site, 0);
}

/* What points where is not looked at. */
void __llumc_all_tracked(uint32_t site, ...) { (void)site; }

void __llumc_release(const void *start) {
    struct block *block = block_at(start);
    if (!block || !block->alive) return;
    block->alive = 0;
    end_block(block->start);
}

_Bool __llumc_overlap(const void *p, size_t n, const void *q, size_t m) {
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;
    return n > 0 && m > 0 && (b - a < n || a - b < m);
}

/* What was written is not looked at. */
void __llumc_read(const void *from, size_t n) { INSPECT(from, n, 0); }

/* Of what is no heap object nothing is known: more than enough. What looks for something ends where
   the sanitizer says that the object does; what was read the models say. */
size_t __llumc_room(const void *inside) {
    const uint8_t *at = inside;
    for (uint32_t i = 0; i < block_count; i++)
        if (blocks[i].alive && at >= blocks[i].start && at <= blocks[i].start + blocks[i].size)
            return (size_t)(blocks[i].start + blocks[i].size - at);
    return SIZE_MAX;
}

size_t __llumc_find(const void *in, uint8_t byte, size_t n) {
    const uint8_t *s = in;
    size_t i = 0;
    while (i < n && BELONGS(s + i) && s[i] != byte) i++;
    return i;
}

size_t __llumc_find_last(const void *in, uint8_t byte, size_t n) {
    const uint8_t *s = in;
    for (size_t i = n; i > 0 && BELONGS(s + i - 1); i--)
        if (s[i - 1] == byte) return i - 1;
    return n;
}

size_t __llumc_mismatch(const void *one, const void *other, size_t n) {
    const uint8_t *a = one, *b = other;
    size_t i = 0;
    while (i < n && BELONGS(a + i) && BELONGS(b + i) && a[i] == b[i]) i++;
    return i;
}

void __llumc_set_rounding(int mode) { fesetround(mode); }

/* ---- One run ---- */

#include "sandbox.c"

/* Runs the program in a child; the answer is the signal that killed it, or 0. */
static int run(uint32_t milliseconds) {
    int status;
    shared->ending = CRASHED;
    shared->choices = shared->used = 0;
#if SANITIZED
    memset(complaint, 0, sizeof *complaint);
#endif
    /* Not fork(), around which AddressSanitizer goes through all of its tables: there is no
     * other thread that could hold a lock. */
    pid_t child = (pid_t)syscall(__NR_clone, SIGCHLD, 0, 0, 0, 0);
    if (child < 0) {
        perror("fork");
        exit(1);
    }
    if (child == 0) {
#if SANITIZED
        catch_faults();
#endif
        enter_sandbox(milliseconds);
        __llumc_main();
        finish(RETURNED, 0, 0);
    }
    while (waitpid(child, &status, 0) != child)
        if (errno != EINTR) exit(1);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* ---- The two modes ---- */

static void read_input(void) {
    size_t capacity = 1 << 16;
    ssize_t got;
    input = malloc(capacity);
    while (input && (got = read(0, input + input_size, capacity - input_size)) > 0) {
        input_size += (size_t)got;
        if (input_size == capacity) input = realloc(input, capacity *= 2);
    }
    if (!input || got < 0) {
        fputs("the choices can't be read\n", stderr);
        exit(1);
    }
}

static void print_log(void) {
    uint32_t used = shared->used <= LOG_BYTES ? shared->used : LOG_BYTES;
    for (uint32_t at = 0, site, bits; used - at >= 8;) {
        memcpy(&site, shared->log + at, 4);
        memcpy(&bits, shared->log + at + 4, 4);
        at += 8;
        uint32_t size = bits / 8 + (bits % 8 != 0);
        if (size > used - at) break;
        printf("choice %u %u ", site, bits);
        for (uint32_t i = size; i > 0; i--) printf("%02x", shared->log[at + i - 1]);
        putchar('\n');
        at += size;
    }
}

static void print_branchings(void) {
    uint32_t used = shared->used <= LOG_BYTES ? shared->used : LOG_BYTES;
    for (uint32_t at = 0, record[3]; used - at >= sizeof record; at += sizeof record) {
        memcpy(record, shared->log + at, sizeof record);
        if (record[1] == COMPUTED) {
            uint32_t high;
            if (used - at < sizeof record + sizeof high) break;
            memcpy(&high, shared->log + at + sizeof record, sizeof high);
            at += sizeof high;
            printf("computed %u %u %u\n", record[0], record[2], high);
            continue;
        }
        printf("branching %u %u %u\n", record[0], record[1], record[2]);
    }
}

static int is_target(uint32_t site) {
    uint32_t target;
    for (size_t at = 0; at + 4 <= input_size; at += 4) {
        memcpy(&target, input + at, 4);
        if (target == site) return 1;
    }
    return 0;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static void attack(uint32_t milliseconds, uint64_t seed) {
    uint64_t end = now() + milliseconds;
    uint64_t runs = 0;
    attacking = 1;
    do {
        random_state = seed ^ runs * UINT64_C(0xd1342543de82ef95);
        /* Mostly short runs: a program that never ends must not use up all the time. */
        choice_limit = runs % 4 == 3 ? LOG_BYTES : 1000;
        run(runs % 16 == 15 ? 60 : 3);
        runs++;
        if (shared->ending == UNSAFE) break;
        if (shared->ending == SANITIZER || (shared->ending == GOAL && is_target(shared->a))) {
            print_log();
            break;
        }
        shared->ending = CRASHED;
    } while (now() < end);
    printf("runs %llu\n", (unsigned long long)runs);
}

int main(int count, char **arguments) {
    int killed = 0;
    if (count < 3) return 2;
    uint32_t milliseconds = (uint32_t)strtoul(arguments[2], NULL, 10);
    shared = mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
#if SANITIZED
    complaint = (struct complaint *)(shared + 1);
#endif
    read_input();
    if (strcmp(arguments[1], "attack") == 0 && count == 4)
        attack(milliseconds, strtoull(arguments[3], NULL, 10));
    else {
        killed = run(milliseconds);
        print_branchings();
    }
#if SANITIZED
    print_complaint();
#endif
    printf("ended %u %u %u choices %u signal %d\n", shared->ending, shared->a, shared->b,
           shared->choices, killed);
    return 0;
}

#if SANITIZED
#pragma clang attribute pop
#endif
