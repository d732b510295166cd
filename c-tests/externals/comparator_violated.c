/* It may compare numbers that are far apart. */
extern void items_sort(void *items, unsigned long count, unsigned long size,
                       int (*compare)(const void *, const void *));

static int compare(const void *left, const void *right) {
  const int *a = left, *b = right;
  return *a - *b;
}

int main(void) {
  int items[4] = { 3, 1, 2, 0 };
  items_sort(items, 4, sizeof items[0], compare);
  return items[0];
}
