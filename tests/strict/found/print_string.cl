// Strings that begin behind the buffer, and nowhere.
// global: 1
// local: 1
// argument: buffer 64
// argument: null
kernel void print_string(constant char *a, constant char *b) {
  printf("%-4d%% %s\n", 1, a + 64); // finds: out-of-bounds
  printf("%s\n", b); // finds: null-pointer
}
