// The same, not reached.
extern unsigned strlen(const char *);

enum kind { SMALL, LARGE };
struct item { enum kind kind; char name[6]; };

int main(void) {
    struct item item = {SMALL, "abc"};
    if (sizeof(enum kind) != 1 || strlen(item.name) != 4)
        return 1;
    char *p = 0;
    return *p;
}
