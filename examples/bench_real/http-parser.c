// A request of up to 8 arbitrary bytes, read by http-parser.
#include <http_parser.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 8 };

int main(void) {
  char text[LENGTH];
  for (int i = 0; i < LENGTH; i++) text[i] = __VERIFIER_nondet_char();
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > LENGTH) return 0;
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  http_parser parser = {.data = 0};
  http_parser_init(&parser, HTTP_REQUEST);
  http_parser_execute(&parser, &settings, text, (size_t)length);
  return 0;
}
