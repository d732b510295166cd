extern void reach_error(void);
struct point { long x, y; };
static struct point place;
void move(void) {
  place.x++;
  place.y++;
}
int main(void) {
  struct point copy = place;
  if (copy.x != copy.y) reach_error();
  return 0;
}
