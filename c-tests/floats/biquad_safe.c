// A low-pass filter of second order in front of a converter of 12 bits: direct form I, with
// delays of input and output, of a measured value that is clamped.
extern float __VERIFIER_nondet_float(void);

static float in1, in2, out1, out2;

static float filtered(float in) {
    float out = 0.125f * in + 0.25f * in1 + 0.125f * in2 + 1.05f * out1 - 0.55f * out2;
    in2 = in1;
    in1 = in;
    out2 = out1;
    out1 = out;
    return out;
}

int main(void) {
    for (;;) {
        float measured = __VERIFIER_nondet_float();
        if (!(measured >= -100.0f)) measured = -100.0f;
        if (measured > 100.0f) measured = 100.0f;
        short code = (short)(filtered(measured) * 8.0f);
        (void)code;
    }
}
