// They grow: 0.8 and 0.7 are more than 1 together, as lengths.
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    float sine = 0.0f, cosine = 0.0f;
    for (int step = 0; step < 6; step++) {
        float input = step == 0 ? 1.0f : 0.0f;
        float next = 0.8f * sine - 0.75f * cosine + input;
        cosine = 0.75f * sine + 0.8f * cosine;
        sine = next;
        if (!(cosine < 1.1f))
            reach_error();
    }
    return 0;
}
