// One entry too few for the letters of "listen".
#include <assert.h>
#include <string.h>

struct entry {
    char letter;
    int count;
};

static int histogram(const char *text, struct entry *entries) {
    int used = 0;
    for (; *text; text++) {
        int place = 0;
        while (place < used && entries[place].letter != *text)
            place++;
        if (place == used) {
            entries[used].letter = *text;
            entries[used++].count = 0;
        }
        entries[place].count++;
    }
    return used;
}

static int is_anagram(const char *one, const char *other) {
    struct entry first[5], second[8];
    int used = histogram(one, first);
    if (used != histogram(other, second))
        return 0;
    for (int i = 0; i < used; i++) {
        int found = 0;
        for (int k = 0; k < used; k++)
            found |= first[i].letter == second[k].letter && first[i].count == second[k].count;
        if (!found)
            return 0;
    }
    return 1;
}

int main(void) {
    assert(is_anagram("listen", "silent"));
    assert(!is_anagram("listens", "silence"));
    return 0;
}
