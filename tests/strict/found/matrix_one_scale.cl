// A product with scales, of which one has a format.
// global: 16
// local: 16
// argument: buffer 64
float8 __attribute__((overloadable))
__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL(int, short8, int8, float8, char, char, int);
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_one_scale(global float *c) {
  int i = get_global_id(0);
  float8 sum = __spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL(32, (short8)(i), (int8)(i), (float8)(0), (char)127, (char)127, 1097728); // finds: matrix-operands
  sum = __spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL(32, (short8)(i), (int8)(i), sum, (char)127, (char)127, 3194880);
  c[i] = sum.s0;
}
