// What an undefined function is given counts as written by it.
extern int get(int *value);
extern void __VERIFIER_assert(int);

int main(void) {
  int value;
  get(&value);
  int again = value;
  return again == value ? 0 : 1;
}
