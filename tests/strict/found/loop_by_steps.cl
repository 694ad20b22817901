// By a step that the application gives, of which the last one leads behind.
// global: 16
// local: 16
// argument: buffer 256
// argument: buffer 64
// argument: int 16
// first: 15
kernel void loop_by_steps(global const int *from, global int *to, int step) {
  int i = get_global_id(0), sum = 0;
  for (int j = 0; j < 4; ++j)
    sum += from[i + j * step + step - 16 + (j == 3)]; // finds: out-of-bounds
  to[i] = sum;
}
