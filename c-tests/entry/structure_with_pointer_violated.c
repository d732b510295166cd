// The pointer may be null whatever the count says.
struct pair {
  int count;
  int *first;
};

int first(struct pair pair) {
  return pair.count > 0 ? pair.first[0] : 0;
}
