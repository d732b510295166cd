// The variable environ leads to the strings of the environment, behind which there is null.
extern char **environ;

int main(void) {
    if (!environ[0] || !environ[1]) return 0;
    return environ[0][0] == 'P' && environ[1][0] == 'H';
}
