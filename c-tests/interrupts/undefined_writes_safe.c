extern void reach_error(void);

// What the driver has written is mended before interrupts are on.
extern void configure(int *divisor);
extern void __disable_irq(void);
extern void __enable_irq(void);

static int divisor = 1;

void tick(void) {
    if (divisor == 0) reach_error();
}

int main(void) {
    __disable_irq();
    configure(&divisor);
    if (divisor == 0) divisor = 1;
    __enable_irq();
    for (;;) {}
}
