// The type of the object is not that of the parameter: it is not known where its link leads, and
// a caller gives a valid one.
struct link {
  int *to;
  int value;
};

int read_it(void *from) {
  struct link *link = from;
  if (link && link->to) return *link->to;
  return 0;
}
