// A number of the program's that is what half of the pattern is; and halves that nobody reads.
// global: 16
// local: 16
// argument: unwritten 128 0
// argument: buffer 64
kernel void word_of_the_pattern(global uint *pairs, global uint *b) {
  int i = get_global_id(0);
  pairs[2 * i] = i == 3 ? 0x7FB1E9D5u : i;
  if (i == 3)
    pairs[2 * i + 1] = i;
  b[i] = pairs[2 * i];
}
