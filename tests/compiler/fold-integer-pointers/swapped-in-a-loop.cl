// A pointer that has been an integer, both ways to which are the same, and goes round a loop with another one: as
// address spaces are inferred, no phi is left without an operand.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o %t -- -cl-std=CL3.0
kernel void pointer_through_integer(global int *out, int n) {
  local int first[64], second[64];
  int own[8], l = get_local_id(0), sum = 0;
  int *a = (int *)(uintptr_t)(l < n ? (int *)first : (int *)first), *b = (int *)second;
  for (int k = 0; k < n; ++k) {
    sum = sum * 5 + a[l];
    int *swapped = a;
    a = b;
    b = swapped;
  }
  int *c = n > 5 ? (int *)first : (int *)own;
  out[l] = sum + (a == b) + c[l & 7];
}
