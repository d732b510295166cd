// All structures come as addresses of copies.
struct pair {
  int count;
  int *first;
};

int first(struct pair pair) {
  return pair.count > 0 && pair.first ? pair.first[0] : 0;
}
