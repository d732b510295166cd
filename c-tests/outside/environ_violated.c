// There may be none.
extern char **environ;

int main(void) {
    return environ[0][0] == 'P';
}
