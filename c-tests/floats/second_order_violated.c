extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);

// It swings further than that.
int main(void) {
    float last = 0.0f, before = 0.0f;
    for (int step = 0; step < 4; step++) {
        float input = __VERIFIER_nondet_float();
        if (!(input >= -1.0f && input <= 1.0f)) return 0;
        float output = 1.5f * last - 0.5f * before + input;
        if (!(output > -2.25f && output < 2.25f)) reach_error();
        before = last;
        last = output;
    }
    return 0;
}
