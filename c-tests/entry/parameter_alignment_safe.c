// A pointer to an int leads to where an int may be (C17 6.3.2.3p7).
struct entry {
  short kind;
  long long value;
};

int sum(int *one, struct entry *other) {
  return (one ? *one > 0 : 0) + (other ? other->value > other->kind : 0);
}
