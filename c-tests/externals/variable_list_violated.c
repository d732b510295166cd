// The second one may be missing.
struct node {
    struct node *next;
    int value;
};
extern struct node *head;

int main(void) {
    struct node *first = head;
    if (!first) return 0;
    return first->next->value & 1;
}
