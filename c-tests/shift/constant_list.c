// The amount of a shift among initial values that are all constant.
int main(void) {
  struct {
    int low, high;
  } masks = {1, 1 << 40};
  return masks.low;
}
