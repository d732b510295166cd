// The JSON tokenizer jsmn on any text of up to 8 characters.
#include <jsmn.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

enum { LENGTH = 8, TOKENS = 4 };

int main(void) {
  char text[LENGTH];
  for (int i = 0; i < LENGTH; i++) text[i] = __VERIFIER_nondet_char();
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > LENGTH) return 0;
  jsmntok_t tokens[TOKENS];
  jsmn_parser parser;
  jsmn_init(&parser);
  jsmn_parse(&parser, text, (size_t)length, tokens, TOKENS);
  return 0;
}
