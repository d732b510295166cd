// A line of up to 6 arbitrary characters, read by libcsv in two pieces.
#include <csv.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 6 };

static unsigned fields;

static void field(void *text, size_t length, void *data) {
  (void)text, (void)length, (void)data;
  fields++;
}

int main(void) {
  char text[LENGTH];
  for (int i = 0; i < LENGTH; i++) text[i] = __VERIFIER_nondet_char();
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > LENGTH) return 0;
  struct csv_parser parser;
  if (csv_init(&parser, CSV_STRICT)) return 0;
  csv_set_blk_size(&parser, 8);
  csv_parse(&parser, text, (size_t)length, field, 0, 0);
  csv_fini(&parser, field, 0, 0);
  csv_free(&parser);
  return 0;
}
