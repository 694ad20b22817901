// What all kernels of this folder share: the types of one kind of factors (-DTYPE_bf16, _f16, _i8,
// _u8: bytes without signs times bytes with signs, _tf32) for sub-groups of SIZE lanes, and the
// block of C that a sub-group computes: ROWS by COLUMNS sums of 8 rows and SIZE columns each. A
// work-group has DOWN by ACROSS sub-groups.
//
//   STEP   elements of K in one product, always 32 bytes of a row of A
//   PACK   rows of B in one word of a lane
//   word   of a lane's factor of B

#if SIZE == 8
#define PICK(for_8, for_16) for_8
#else
#define PICK(for_8, for_16) for_16
#endif
#define OVERLOADABLE __attribute__((overloadable))

#if defined(TYPE_tf32)
typedef float element_a, element_b, a_word, word, result;
typedef float4 factor_a;
typedef float8 factor_b, sums;
#define STEP 8
#define PACK 1
#define matrix_mad intel_sub_group_tf32_tf32_matrix_mad_k8
#elif defined(TYPE_bf16) || defined(TYPE_f16)
typedef ushort element_a, element_b;
typedef PICK(uint, ushort) a_word;
typedef int word;
typedef float result;
typedef PICK(int8, short8) factor_a;
typedef int8 factor_b;
typedef float8 sums;
#define STEP 16
#define PACK 2
#if defined(TYPE_bf16)
#define matrix_mad intel_sub_group_bf16_bf16_matrix_mad_k16
#else
#define matrix_mad intel_sub_group_f16_f16_matrix_mad_k16
#endif
#else
#if defined(TYPE_i8)
typedef char element_a;
typedef PICK(int8, short8) factor_a;
#define matrix_mad intel_sub_group_i8_i8_matrix_mad_k32
#else
typedef uchar element_a;
typedef PICK(uint8, ushort8) factor_a;
#define matrix_mad intel_sub_group_u8_i8_matrix_mad_k32
#endif
typedef char element_b;
typedef PICK(uint, ushort) a_word;
typedef int word, result;
typedef int8 factor_b, sums;
#define STEP 32
#define INTEGERS
#define PACK 4
#endif

#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(SIZE), reqd_work_group_size(SIZE *ACROSS, DOWN, 1)))    \
  kernel void

// Where the sub-group's block of C begins in the work-group's, and in C.
int row_in_group() { return get_sub_group_id() / ACROSS * ROWS * 8; }
int column_in_group() { return get_sub_group_id() % ACROSS * COLUMNS * SIZE; }
int first_row() { return get_group_id(1) * DOWN * ROWS * 8 + row_in_group(); }
int first_column() { return get_group_id(0) * ACROSS * COLUMNS * SIZE + column_in_group(); }

void clear(sums sum[ROWS][COLUMNS]) {
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      sum[i][j] = 0;
}

void multiply(const factor_a x[ROWS], const factor_b y[COLUMNS], sums sum[ROWS][COLUMNS]) {
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      sum[i][j] = matrix_mad(x[i], y[j], sum[i][j]);
}

// Each lane its column; n is the length of a row of C.
void store(const sums sum[ROWS][COLUMNS], global result *c, int n) {
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      for (int r = 0; r < 8; ++r)
        c[(size_t)(i * 8 + r) * n + j * SIZE + get_sub_group_local_id()] = sum[i][j][r];
}
