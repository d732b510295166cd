/* A table of records: both fields are as they were filled in. */
extern void reach_error(void);

struct entry {
  int key;
  unsigned char kind;
};
static struct entry table[500];

int main(void) {
  for (int i = 0; i < 500; i++) {
    table[i].key = i;
    table[i].kind = i & 3;
  }
  for (int i = 0; i < 500; i++) {
    struct entry e = table[i];
    if (e.kind > 3) reach_error();
    if (e.key != i) reach_error();
  }
  return 0;
}
