// A filter that starts anew from the input at times.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static struct {
    float last, before;
} state;

static float next(float input, int restart) {
    if (restart) {
        state.last = input;
        state.before = input;
        return input;
    }
    float output = 0.5f * input + 1.2f * state.last - 0.4f * state.before;
    state.before = state.last;
    state.last = output;
    return output;
}

int main(void) {
    next(0.0f, 1);
    for (;;) {
        float input = __VERIFIER_nondet_float();
        __VERIFIER_assume(input >= -16.0f && input <= 16.0f);
        float output = next(input, __VERIFIER_nondet_int());
        if (!(output <= 100.0f && output >= -100.0f)) reach_error();
    }
}
