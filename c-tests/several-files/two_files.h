int other(int a);
