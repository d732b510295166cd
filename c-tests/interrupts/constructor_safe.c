// No interrupt comes before main begins.
extern void reach_error(void);
static int ready;

__attribute__((constructor)) static void prepare(void) {
    ready = 1;
}

void tick(void) {
    if (!ready)
        reach_error();
}

int main(void) {
    return 0;
}
