// The product is rounded before it is used again.
extern void reach_error(void);

int main(void) {
    double a = 1.0 + 0x1p-30, b = a, product = a * b;
    double rest = a * b - product;
    float c = 0.1f;
    if (rest != 0.0 || c * 10.0f - 1.0f != 0.0f) reach_error();
    return 0;
}
