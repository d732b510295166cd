// A filter that goes on to the next round for an input that it refuses.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float last = 0.0f, before = 0.0f;
    while (__VERIFIER_nondet_int()) {
        float input = __VERIFIER_nondet_float();
        if (!(input >= -1.0f && input <= 1.0f))
            continue;
        float output = 1.4f * last - 0.6f * before + input;
        before = last;
        last = output;
        if (!(output > -9.0f && output < 9.0f))
            reach_error();
    }
    return 0;
}
