// Strings that end with the last byte of their buffer or variable, and before, and empty ones; letters
// without a zero of which no more are printed than there are.
// global: 4
// local: 4
// argument: buffer 64
// argument: text 64
constant char words[2][6] = {"first", "last"};
constant char own[4] = {'o', 'w', 'n', 0};
kernel void print_strings(constant char *a, constant char *b) {
  int i = get_global_id(0);
  printf("%s %s %s %s\n", a, a + 63, own, words[i % 2]);
  printf("%.64s %.4s %.0s\n", b, b + 60, b + 64);
}
