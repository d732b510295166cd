// Both are null or point to objects of their own.
extern void reach_error(void);

int set(int **to, int value) {
  if (!to || !*to) return 0;
  **to = value;
  if (**to != value) reach_error();
  return 1;
}
