extern void reach_error(void);
/* The other file has the external definition; they differ only to tell which is taken. */
inline int which(void) { return 1; }
int main(void) {
  if (which() != 2) reach_error();
  return 0;
}
