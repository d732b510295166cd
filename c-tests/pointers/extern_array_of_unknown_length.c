extern void reach_error(void);
extern int table[];
int main(void) {
  if (table[0]) reach_error();
  return 0;
}
