extern void read(int);
extern void reach_error(void);
static int calls;
/* Not the function of POSIX. */
int main(void) {
  read(3);
  if (calls) reach_error();
  return 0;
}
