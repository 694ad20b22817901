// The pointer comes to rest one past the last element.
// global: 1
// argument: buffer 32
// argument: buffer 4
kernel void counting_to_the_end(global const int *a, global int *sum) {
  int s = 0;
  for (global const int *end = a + 8; a != end; ++a)
    s += *a;
  *sum = s;
}
