// A pointer in a variable is null or leads to an object, in which pointers are likewise.
struct device {
  int speed;
  struct device *next;
};

static struct device *first;
static const int speeds[2] = {9600, 115200};

int second_speed(void) {
  if (!first || !first->next) return speeds[0];
  return first->next->speed;
}
