/* What a run may do: compute, for a while, in some memory. runtime.c includes it. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>

#if defined __x86_64__
#define OUR_ARCH AUDIT_ARCH_X86_64
#define NR_MMAP __NR_mmap
#elif defined __i386__
#define OUR_ARCH AUDIT_ARCH_I386
#define NR_MMAP __NR_mmap2
#else
#error "the system-call filter knows x86 only"
#endif

static void limit(int resource, rlim_t value) {
    struct rlimit both = {value, value};
    if (setrlimit(resource, &both) != 0) finish(UNSAFE, (uint32_t)errno, 0);
}

/* Steps of the system-call filter. Of arguments the low halves are looked at. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define PERMIT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), ALLOW

/* The limit is on processor time: a busy machine must not end runs early. */
static void enter_sandbox(uint32_t milliseconds) {
    struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    signal(SIGPROF, SIG_DFL);
    if (setitimer(ITIMER_PROF, &timer, NULL) != 0) finish(UNSAFE, (uint32_t)errno, 0);
    limit(RLIMIT_CPU, milliseconds / 1000 + 1);
    /* AddressSanitizer reserves more addresses than there is memory. */
    if (!SANITIZED) limit(RLIMIT_AS, MEMORY_LIMIT);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, 0);

    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0),
        KILL,
        LOAD(nr),
        PERMIT(__NR_exit_group),
        /* Threads that take turns have the same signals. */
        PERMIT(__NR_rt_sigprocmask),
#ifdef __NR_sigprocmask
        PERMIT(__NR_sigprocmask),
#endif
#if SANITIZED
        PERMIT(__NR_getpid),
        PERMIT(__NR_gettid),
        PERMIT(__NR_sched_yield),
        PERMIT(__NR_munmap),
        PERMIT(__NR_madvise),
        /* New memory for blocks and what AddressSanitizer keeps of them, but none that can be
         * executed, and of no file. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NR_MMAP, 0, 5),
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0),
        LOAD(args[3]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1),
        ALLOW,
        LOAD(nr),
        /* The head of its report goes to standard error, which is nowhere. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 3),
        LOAD(args[0]),
        PERMIT(STDERR_FILENO),
#endif
        KILL,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        finish(UNSAFE, (uint32_t)errno, 0);
}
