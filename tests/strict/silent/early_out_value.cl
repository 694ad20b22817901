// A function sets its result on each way out.
// global: 64
// argument: buffer 256
// argument: buffer 256
int pick(int i, global const int *a, int *why) {
  int result;
  do {
    if (i > 10) { result = a[i]; *why = 1; break; }
    if (a[i] == 3) { result = 4; *why = 2; break; }
    result = -1;
    *why = 3;
  } while (0);
  return result;
}
kernel void early_out_value(global const int *a, global int *out) {
  int i = get_global_id(0), why;
  int r = pick(i, a, &why);
  out[i] = r + why;
}
