/* The part of the runtime for programs that are built with AddressSanitizer (see
 * sanitized.rs). runtime.c includes it.
 *
 * The program's accesses to memory call the functions below instead of AddressSanitizer's: at
 * the first one that it holds for invalid they ask it which object lies there, before its own
 * report, within which it can't be asked. The report's kind is all that is taken from that; its
 * text is not printed, as the process may not write.
 */
#include <sanitizer/asan_interface.h>
#include <ucontext.h>

#if defined __x86_64__
#define PROGRAM_COUNTER REG_RIP
#else
#define PROGRAM_COUNTER REG_EIP
#endif

/* Of AddressSanitizer's runtime, which has no header for them. */
void __asan_report_load_n(void *at, size_t size);
void __asan_report_store_n(void *at, size_t size);

enum { MAX_FRAMES = 24, MAX_OBJECTS = 3, NAME_BYTES = 64, STACK_BYTES = 8 << 20 };
enum {
    REACH = 4096,     /* objects are looked for so many bytes around an invalid address */
    MUCH = 256 << 20, /* more bytes than an object has */
    INSTRUCTION = 128 /* of code, at the most, from an inspection to its access */
};

/* What AddressSanitizer says of an access. */
static struct complaint {
    uint32_t complained;
    uint32_t inspected; /* the last access is invalid */
    uint64_t address;   /* of the last access */
    uint64_t bad;       /* the first byte of it that is invalid */
    uint32_t object_count, frame_count;
    struct object {
        uint64_t start, size;
        char name[NAME_BYTES]; /* of a variable */
    } objects[MAX_OBJECTS];    /* that the address may belong to */
    uint64_t frames[MAX_FRAMES]; /* return addresses, the innermost first */
    char kind[NAME_BYTES];       /* "heap-buffer-overflow" */
} *complaint;

/* Whether a function of ours inspects or accesses memory for the program. */
static int inside;

/* Only what is asked for: no output, no files, no threads. */
const char *__asan_default_options(void) {
    return "detect_leaks=0:symbolize=0:handle_segv=0:handle_sigbus=0:use_sigaltstack=0:"
           "detect_stack_use_after_return=1:allocator_may_return_null=1:print_cmdline=0:"
           "print_stats=0:print_legend=0:intercept_tls_get_addr=0:detect_odr_violation=0:"
           "max_free_fill_size=0:disable_coredump=0:unmap_shadow_on_exit=0:exitcode=0";
}

/* A word of a text without spaces. */
static void put_word(char *to, const char *from) {
    size_t i = 0;
    for (; from && from[i] && i + 1 < NAME_BYTES; i++)
        to[i] = from[i] > ' ' && from[i] < 127 ? from[i] : '_';
    if (i == 0) to[i++] = '-';
    to[i] = 0;
}

static void put_object(const char *name, uintptr_t start, size_t size) {
    struct object *object = complaint->objects + complaint->object_count;
    if (!start || complaint->object_count == MAX_OBJECTS) return;
    put_word(object->name, name);
    object->start = start;
    object->size = size;
    complaint->object_count++;
}

/* What lies at an address, or right before it if it is behind the end. */
static void locate(void *at) {
    char name[NAME_BYTES] = "";
    void *start = NULL;
    size_t size = 0;
    const char *where = __asan_locate_address(at, name, sizeof name, &start, &size);
    if (strcmp(where, "global") != 0) put_object(name, (uintptr_t)start, size);
}

/* A variable of static storage, as the compiler describes it to AddressSanitizer. */
struct global {
    uintptr_t start, size, size_with_redzone;
    const char *name, *module;
    uintptr_t is_initialised_dynamically, place, indicator;
};
/* All of them: where the linker lays __start_asan_globals, which the compiler declares itself. */
extern struct global __llumc_descriptions[], __llumc_descriptions_end[];

static void locate_global(uintptr_t at) {
    for (struct global *it = __llumc_descriptions; it != __llumc_descriptions_end; it++)
        if (at - it->start < it->size_with_redzone) put_object(it->name, it->start, it->size);
}

/* What AddressSanitizer calls at each error, before it prints anything. */
void __asan_on_error(void) {
    /* The C library's functions may ask for more than C does. */
    if (!complaint->inspected) finish(CRASHED, 0, 0);
    put_word(complaint->kind, __asan_get_report_description());
    complaint->complained = 1;
    finish(SANITIZER, 0, 0);
}

/* There is no such memory, or it may not be written. */
static void on_fault(int signal, siginfo_t *info, void *context) {
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    uintptr_t pc = (uintptr_t)registers[PROGRAM_COUNTER];
    (void)signal, (void)info;
    put_word(complaint->kind, "SEGV");
    if (complaint->frame_count == 0 || (!inside && pc - complaint->frames[0] > INSTRUCTION))
        finish(CRASHED, 0, 0);
    /* A constant variable, perhaps. */
    locate_global(complaint->address);
    complaint->complained = 1;
    finish(SANITIZER, 0, 0);
}

/* AddressSanitizer's own handler does not tell the address. */
static void catch_faults(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGSEGV, &action, NULL) != 0 || sigaction(SIGBUS, &action, NULL) != 0)
        finish(UNSAFE, (uint32_t)errno, 0);
}

/* The calls that led here. The program is built with frame pointers. */
static void put_frames(uintptr_t *frame, uintptr_t pc) {
    uintptr_t *bottom = frame;
    complaint->frame_count = 0;
    complaint->frames[complaint->frame_count++] = pc;
    while (complaint->frame_count < MAX_FRAMES) {
        uintptr_t *next = (uintptr_t *)frame[0];
        if (next <= frame || (uintptr_t)next - (uintptr_t)bottom > STACK_BYTES ||
            (uintptr_t)next % sizeof *next)
            break;
        frame = next;
        complaint->frames[complaint->frame_count++] = frame[1];
    }
}

static void inspect(const void *at, size_t size, int writes, uintptr_t *frame, uintptr_t pc) {
    /* Of a range that reaches behind all memory it would tell the end of that. */
    size_t looked_at = size < MUCH ? size : MUCH;
    char *bad, *valid;
    put_frames(frame, pc);
    complaint->address = (uintptr_t)at;
    inside = 1;
    bad = __asan_region_is_poisoned((void *)at, looked_at);
    if (!bad) {
        inside = 0;
        return;
    }
    complaint->inspected = 1;
    complaint->bad = (uintptr_t)bad;
    locate_global((uintptr_t)bad);
    locate(bad);
    /* Of a place between two variables it tells the second. */
    valid = bad;
    while (bad - valid < REACH && __asan_address_is_poisoned(valid)) valid--;
    if (bad - valid < REACH) locate(valid);
    valid = bad;
    while (valid - bad < REACH && __asan_address_is_poisoned(valid)) valid++;
    if (valid - bad < REACH) locate(valid);
    if (writes)
        __asan_report_store_n(bad, 1);
    else
        __asan_report_load_n(bad, 1);
}

#define INSPECT(at, size, writes)                                                                  \
    inspect(at, size, writes, __builtin_frame_address(0), (uintptr_t)__builtin_return_address(0))

/* Whether a byte that a function of ours looks at belongs to an object. */
static int belongs(const uint8_t *at, uintptr_t *frame, uintptr_t pc) {
    int does;
    put_frames(frame, pc);
    complaint->address = (uintptr_t)at;
    inside = 1;
    does = !__asan_address_is_poisoned(at);
    if (does) (void)*(volatile const uint8_t *)at;
    inside = 0;
    return does;
}

#define BELONGS(at) \
    belongs(at, __builtin_frame_address(0), (uintptr_t)__builtin_return_address(0))

#define ACCESS(bytes)                                                                              \
    void __llumc_asan_load##bytes(const void *at) { INSPECT(at, bytes, 0); }                       \
    void __llumc_asan_store##bytes(void *at) { INSPECT(at, bytes, 1); }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __llumc_asan_loadN(const void *at, size_t size) { INSPECT(at, size, 0); }
void __llumc_asan_storeN(void *at, size_t size) { INSPECT(at, size, 1); }

void *__llumc_asan_memmove(void *to, const void *from, size_t size) {
    INSPECT(to, size, 1);
    INSPECT(from, size, 0);
    inside = 1;
    memmove(to, from, size);
    inside = 0;
    return to;
}

/* Whether places overlap another check asks. */
void *__llumc_asan_memcpy(void *to, const void *from, size_t size)
    __attribute__((alias("__llumc_asan_memmove")));

void *__llumc_asan_memset(void *to, int byte, size_t size) {
    INSPECT(to, size, 1);
    inside = 1;
    memset(to, byte, size);
    inside = 0;
    return to;
}

static void print_complaint(void) {
    if (!complaint->complained) return;
    for (uint32_t i = 0; i < complaint->frame_count && i < MAX_FRAMES; i++)
        printf("frame %llu\n", (unsigned long long)complaint->frames[i]);
    for (uint32_t i = 0; i < complaint->object_count && i < MAX_OBJECTS; i++) {
        struct object *object = complaint->objects + i;
        object->name[NAME_BYTES - 1] = 0;
        put_word(object->name, object->name);
        printf("object %s %llu %llu\n", object->name, (unsigned long long)object->start,
               (unsigned long long)object->size);
    }
    complaint->kind[NAME_BYTES - 1] = 0;
    put_word(complaint->kind, complaint->kind);
    printf("complaint %s %llu %llu\n", complaint->kind, (unsigned long long)complaint->address,
           (unsigned long long)(complaint->bad ? complaint->bad : complaint->address));
}
