typedef struct { int a; int b; } Pair;
constant int table[4] = {1, 2, 3, 4};
global int counter = 5;
static int helper(int x) { return x * 3; }
int compute(int x) { return helper(x); }
int sum(Pair p) { return p.a + p.b; }
kernel void set(global int *out) { *out = 1; }
