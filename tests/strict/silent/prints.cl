// What is set, an empty string, and addresses that nobody reads from.
// global: 4
// local: 4
// argument: buffer 64
// argument: null
kernel void prints(constant char *a, constant char *b) {
  int i = get_global_id(0), count;
  count = i < 2 ? i : 0;
  float4 sums = (float4)(i);
  printf("%d %v4f %s %p %p %s\n", count, sums, a + 63, a + 64, b, "of all");
}
