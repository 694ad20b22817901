// What printf returns, and that it disturbs nothing around it. The text is empty.
//! reference
//! kernel print_in_branches: out int[n] | in int[n] range 0 9
//! kernel print_in_loop: out int[n] | in int[n] range 0 9

kernel void print_in_branches(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int result = 7;
  if (in[i] > 4)
    result = printf("%s", "");
  else if (in[i] == 2)
    result = printf("%.0s", "text") + 3;
  out[i] = result;
}

kernel void print_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < in[i]; ++j) {
    sum += in[j] + 1;
    if (j & 1)
      sum += 5 + printf("%s%.0s", "", "text");
  }
  out[i] = sum;
}
