// This file says that `set` writes nothing; the other one does not.
extern void set(const int *place);
extern void other(void);

int main(void) {
  int kept = 0;
  set(&kept);
  other();
  return 0;
}
