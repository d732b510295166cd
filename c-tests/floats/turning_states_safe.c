// Two states that turn around each other slowly: few directions are enough for wide bounds.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float sine = 0.0f, cosine = 0.0f;
    for (;;) {
        float input = __VERIFIER_nondet_float();
        if (!(input >= -1.0f && input <= 1.0f))
            return 0;
        float next = 0.8f * sine - 0.5f * cosine + input;
        cosine = 0.5f * sine + 0.8f * cosine;
        sine = next;
        if (!(sine > -50.0f && sine < 50.0f))
            reach_error();
    }
}
