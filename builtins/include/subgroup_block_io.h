// Block reads and writes of buffers for 16- and 32-bit elements (cl_intel_subgroups,
// cl_intel_subgroups_short): component i of lane l is p[l + i * get_max_sub_group_size()]. The
// pointer is the same in all work-items of the sub-group, which reach the call together.
//
// | suffix    | element | components     |
// |-----------|---------|----------------|
// | none, _ui | uint    | 1, 2, 4, 8     |
// | _us       | ushort  | 1, 2, 4, 8, 16 |

#define HEDDLE_BLOCK __attribute__((overloadable, convergent))

#define HEDDLE_BLOCK_IO(suffix, element, type)                                                     \
  HEDDLE_BLOCK type intel_sub_group_block_read##suffix(const __global element *p);                 \
  HEDDLE_BLOCK void intel_sub_group_block_write##suffix(__global element *p, type data);

HEDDLE_BLOCK_IO(, uint, uint)
HEDDLE_BLOCK_IO(2, uint, uint2)
HEDDLE_BLOCK_IO(4, uint, uint4)
HEDDLE_BLOCK_IO(8, uint, uint8)

HEDDLE_BLOCK_IO(_us, ushort, ushort)
HEDDLE_BLOCK_IO(_us2, ushort, ushort2)
HEDDLE_BLOCK_IO(_us4, ushort, ushort4)
HEDDLE_BLOCK_IO(_us8, ushort, ushort8)
HEDDLE_BLOCK_IO(_us16, ushort, ushort16)

// The _ui names are other spellings of those without a suffix.
HEDDLE_BLOCK_IO(_ui, uint, uint)
HEDDLE_BLOCK_IO(_ui2, uint, uint2)
HEDDLE_BLOCK_IO(_ui4, uint, uint4)
HEDDLE_BLOCK_IO(_ui8, uint, uint8)

#undef HEDDLE_BLOCK_IO
#undef HEDDLE_BLOCK
