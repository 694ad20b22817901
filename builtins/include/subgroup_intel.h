// Sub-group functions of Intel's extensions, for all types of subgroup_intel.def: shuffles, block
// reads, writes and prefetches, collectives of 8 and 16 bits.
//
// Lanes are counted to Max = get_max_sub_group_size(), also where the last sub-group is smaller.
// Block functions move, for component i of lane l, p[l + i * Max]; the pointer is the same in all
// work-items of the sub-group, which reach the call together. Of an image component i of lane l is
// what lies in row y + i from byte x + l * sizeof(element) on, `at` being (x, y).

#define HEDDLE_SUB_GROUP __attribute__((overloadable, convergent))

#define HEDDLE_SHUFFLE(type)                                                                       \
  HEDDLE_SUB_GROUP type intel_sub_group_shuffle(type data, uint lane);                             \
  HEDDLE_SUB_GROUP type intel_sub_group_shuffle_down(type current, type next, uint delta);         \
  HEDDLE_SUB_GROUP type intel_sub_group_shuffle_up(type previous, type current, uint delta);       \
  HEDDLE_SUB_GROUP type intel_sub_group_shuffle_xor(type data, uint value);

#define HEDDLE_BLOCK_IO(element, type, suffix)                                                     \
  HEDDLE_SUB_GROUP type intel_sub_group_block_read##suffix(const __global element *p);             \
  HEDDLE_SUB_GROUP type intel_sub_group_block_read##suffix(const __local element *p);              \
  HEDDLE_SUB_GROUP void intel_sub_group_block_write##suffix(__global element *p, type data);       \
  HEDDLE_SUB_GROUP void intel_sub_group_block_write##suffix(__local element *p, type data);        \
  HEDDLE_SUB_GROUP type intel_sub_group_block_read##suffix(read_only image2d_t image, int2 at);    \
  HEDDLE_SUB_GROUP void intel_sub_group_block_write##suffix(write_only image2d_t image, int2 at,   \
                                                            type data);                            \
  HEDDLE_READ_WRITE_IMAGE_BLOCK_IO(type, suffix)

#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
#define HEDDLE_READ_WRITE_IMAGE_BLOCK_IO(type, suffix)                                             \
  HEDDLE_SUB_GROUP type intel_sub_group_block_read##suffix(read_write image2d_t image, int2 at);   \
  HEDDLE_SUB_GROUP void intel_sub_group_block_write##suffix(read_write image2d_t image, int2 at,   \
                                                            type data);
#else
#define HEDDLE_READ_WRITE_IMAGE_BLOCK_IO(type, suffix)
#endif

#define HEDDLE_BLOCK_PREFETCH(element, suffix)                                                     \
  HEDDLE_SUB_GROUP void intel_sub_group_block_prefetch##suffix(const __global element *p);

#define HEDDLE_SMALL_BROADCAST(type)                                                               \
  HEDDLE_SUB_GROUP type intel_sub_group_broadcast(type x, uint lane);

#define HEDDLE_SMALL_COLLECTIVE(type)                                                              \
  HEDDLE_SUB_GROUP type intel_sub_group_reduce_add(type x);                                        \
  HEDDLE_SUB_GROUP type intel_sub_group_reduce_min(type x);                                        \
  HEDDLE_SUB_GROUP type intel_sub_group_reduce_max(type x);                                        \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_exclusive_add(type x);                                \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_exclusive_min(type x);                                \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_exclusive_max(type x);                                \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_inclusive_add(type x);                                \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_inclusive_min(type x);                                \
  HEDDLE_SUB_GROUP type intel_sub_group_scan_inclusive_max(type x);

#include "subgroup_intel.def"

// In no extension. Not overloadable, as programs declare it so themselves.
__attribute__((convergent)) uint intel_sub_group_ballot(bool p);

#undef HEDDLE_READ_WRITE_IMAGE_BLOCK_IO
#undef HEDDLE_SUB_GROUP
