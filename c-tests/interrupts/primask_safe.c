// Critical sections that may be nested: the mask is what it was before.
#include <stdint.h>
extern void reach_error(void);

static inline uint32_t get_primask(void) {
    uint32_t result;
    __asm__ volatile("MRS %0, primask" : "=r"(result));
    return result;
}

static inline void set_primask(uint32_t mask) {
    __asm__ volatile("MSR primask, %0" ::"r"(mask) : "memory");
}

static inline void disable(void) {
    __asm__ volatile("cpsid i" ::: "memory");
}

static volatile uint32_t low, high;

void tick(void) {
    low++;
    high = low;
}

static uint32_t difference(void) {
    uint32_t saved = get_primask();
    disable();
    uint32_t one = low, other = high;
    set_primask(saved);
    return one - other;
}

int main(void) {
    for (;;) {
        uint32_t outer = get_primask();
        disable();
        if (difference() != 0 || low != high)
            reach_error();
        set_primask(outer);
        if (get_primask() & 1)
            reach_error();
    }
}
