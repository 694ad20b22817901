// global: 8
// argument: buffer 32
// argument: int 2
constant int table[4] = {1, 2, 3, 4};
kernel void program_variable_behind(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = table[i / n + 1]; // finds: out-of-bounds
}
