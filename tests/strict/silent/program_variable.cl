// global: 8
// argument: buffer 32
constant int table[4] = {1, 2, 3, 4};
global int counters[8];
kernel void program_variable(global int *a) {
  int i = get_global_id(0);
  counters[i] += table[i / 2];
  a[i] = counters[i];
}
