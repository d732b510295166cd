// A search tree of seven keys that are known.
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

static struct node *insert(struct node *tree, struct node *new) {
    struct node **place = &tree;
    while (*place)
        place = new->key < (*place)->key ? &(*place)->left : &(*place)->right;
    *place = new;
    return tree;
}

int main(void) {
    static const int keys[] = {5, 2, 8, 1, 9, 3, 7};
    struct node *tree = 0;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return 1;
        new->key = keys[i];
        new->left = new->right = 0;
        tree = insert(tree, new);
    }
    struct node *last = tree;
    while (last->right)
        last = last->right;
    return last->key == 9 ? 0 : 1;
}
