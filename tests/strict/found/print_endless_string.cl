// Letters without a zero behind them, up to the end of a buffer and of a variable.
// global: 1
// local: 1
// argument: text 64
constant char own[4] = {'o', 'w', 'n', '!'};
kernel void print_endless_string(constant char *a) {
  printf("%s\n", a);         // finds: out-of-bounds
  printf("%.8s\n", a + 60);  // finds: out-of-bounds
  printf("%d %s\n", 1, own); // finds: out-of-bounds
}
