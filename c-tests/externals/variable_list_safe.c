// Types tell where the pointers lie: they are null or lead to further objects.
struct node {
    struct node *next;
    int value;
};
extern struct node *head;

int main(void) {
    struct node *first = head;
    if (!first || !first->next) return 0;
    return first->value & first->next->value & 1;
}
