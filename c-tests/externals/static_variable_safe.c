/* Static variables that only main and static functions use stay what they are, a visible one
   does not. */
extern void reach_error(void);
extern int sensor_read(int channel);

int visible;
static int state;
static struct {
  int first, second;
} pair;

static void tick(void) { state = (state + 1) & 3; }

static void push(int *place) { *place = (*place + 1) & 7; }

int main(void) {
  for (;;) {
    visible = sensor_read(state);
    tick();
    push(&pair.second);
    sensor_read(pair.second);
    if (state > 3 || pair.second > 7 || pair.first != 0) reach_error();
  }
}
