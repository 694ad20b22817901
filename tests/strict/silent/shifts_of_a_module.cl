// What SPIR-V has of other compilers: there a shift by the width is undefined.
// global: 4
// argument: buffer 64
// argument: int 32
int __attribute__((overloadable)) __spirv_ShiftLeftLogical(int, int);
int __attribute__((overloadable)) __spirv_ShiftRightArithmetic(int, int);

kernel void shifts_of_a_module(global int *a, int n) {
  int i = get_global_id(0);
  a[i] = __spirv_ShiftLeftLogical(i, n - 1);
  a[i] += __spirv_ShiftRightArithmetic(i, n - i); // all: shift-width
}
