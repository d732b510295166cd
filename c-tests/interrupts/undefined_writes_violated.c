extern void reach_error(void);

// A driver that is not defined may set the divisor to 0, and then an interrupt comes.
extern void configure(int *divisor);

static int divisor = 1;

void tick(void) {
    if (divisor == 0) reach_error();
}

int main(void) {
    configure(&divisor);
    for (;;) {}
}
