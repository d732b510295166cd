// The word is read as a whole where it was made up in pieces: the first byte, one that no member
// of `parts` has, and two more.
extern void reach_error(void);
union word {
  struct {
    char first;
    short rest;
  } parts;
  int whole;
};
static int get(union word word) { return word.whole; }
int main(void) {
  union word word;
  word.parts.first = 5;
  if (get(word) == 0x01020305) reach_error();
  return 0;
}
