// Its pointer may be null.
struct large {
  long count[4];
  int *first;
};

int first(struct large all) {
  return all.count[3] > 0 ? all.first[0] : 0;
}
