/* The driver of the table is what its functions get. */
extern void reach_error(void);

struct driver {
  const char *name;
  int (*open)(struct driver *self, int mode);
  int opened;
};

extern int register_driver(struct driver *driver);
static int my_open(struct driver *self, int mode);

static struct driver my_driver = { "mine", my_open, 0 };

static int my_open(struct driver *self, int mode) {
  if (self != &my_driver) reach_error();
  return mode;
}

int main(void) {
  return register_driver(&my_driver);
}
