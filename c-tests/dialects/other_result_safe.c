extern unsigned strlen(const char *text);
extern void reach_error(void);
/* The library's gives a wider number. */
int main(void) {
  if (strlen("four") != 4u) reach_error();
  return 0;
}
