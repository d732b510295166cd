// A constructor that switches interrupts on.
extern void reach_error(void);
static int ready;

__attribute__((constructor)) static void prepare(void) {
    __asm__ volatile("sti" ::: "memory");
    ready = 1;
}

void tick(void) {
    if (!ready)
        reach_error();
}

int main(void) {
    return 0;
}
