// Factors that each lane reads by itself, from global and from local memory.

// PACK elements of one column of row-major B, whose rows have n elements.
#if PACK == 1
#define JOINED(b, n) b[0]
#elif PACK == 2
#define JOINED(b, n) as_int((ushort2)(b[0], b[n]))
#else
#define JOINED(b, n) as_int((char4)(b[0], b[n], b[2 * n], b[3 * n]))
#endif

#if defined(TYPE_tf32)
// Two rows lie in the lanes of one component.
#define READ_ROWS(a, length)                                                                       \
  for (int r = 0; r < 4; ++r)                                                                      \
    x[r] = a[(2 * r + get_sub_group_local_id() / 8) * length + get_sub_group_local_id() % 8];
#else
#define READ_ROWS(a, length)                                                                       \
  for (int r = 0; r < 8; ++r)                                                                      \
    x[r] = ((const MEMORY a_word *)(a + r * length))[get_sub_group_local_id()];
#endif

// lanes_a: 8 rows of A, whose rows have `length` elements.
// lanes_b: 8 rows of words of packed B.
// joined_b: 8 * PACK rows of row-major B.
#define READS                                                                                      \
  OVERLOADABLE factor_a lanes_a(const MEMORY element_a *a, int length) {                           \
    factor_a x;                                                                                    \
    READ_ROWS(a, length)                                                                           \
    return x;                                                                                      \
  }                                                                                                \
  OVERLOADABLE factor_b lanes_b(const MEMORY word *b, int length) {                                \
    factor_b y;                                                                                    \
    for (int r = 0; r < 8; ++r)                                                                    \
      y[r] = b[r * length + get_sub_group_local_id()];                                             \
    return y;                                                                                      \
  }                                                                                                \
  OVERLOADABLE factor_b joined_b(const MEMORY element_b *b, int n) {                               \
    factor_b y;                                                                                    \
    b += get_sub_group_local_id();                                                                 \
    for (int r = 0; r < 8; ++r, b += PACK * n)                                                     \
      y[r] = JOINED(b, n);                                                                         \
    return y;                                                                                      \
  }
#define MEMORY global
READS
#undef MEMORY
#define MEMORY local
READS
#undef MEMORY

// Where 8 rows of words begin in B that is packed into panels of SIZE columns.
const global word *in_panel(const global word *b, int k, int column, int first) {
  return b + (size_t)(column / SIZE) * (k / PACK) * SIZE + first / PACK * SIZE;
}
