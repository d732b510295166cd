// The structure comes as the address of a copy, which is never null.
struct large {
  long count[4];
  int *first;
};

int first(struct large all) {
  return all.count[3] > 0 && all.first ? all.first[0] : 0;
}
