// cl_khr_work_group_uniform_arithmetic: reductions and scans by more operations than clang
// declares. The SPIR-V writer knows the instructions of SPV_KHR_uniform_group_instructions, but not
// all of these names.

#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200

#define HEDDLE_WORK_GROUP __attribute__((overloadable, convergent))
#define HEDDLE_WORK_GROUP_INLINE                                                                   \
  static inline __attribute__((overloadable, convergent, always_inline))

// The scope Workgroup is 2; Reduce, InclusiveScan and ExclusiveScan are 0, 1 and 2. SPIR-V counts
// truth values, and OpenCL C has numbers for them: T and F.
#define HEDDLE_WORK_GROUP_OPERATION(INSTRUCTION, OPERATION, T, F)                                  \
  HEDDLE_WORK_GROUP F __spirv_Group##INSTRUCTION##KHR(uint scope, uint operation, F x);            \
  HEDDLE_WORK_GROUP_INLINE T work_group_reduce_##OPERATION(T x) {                                  \
    return __spirv_Group##INSTRUCTION##KHR(2u, 0u, (F)x);                                          \
  }                                                                                                \
  HEDDLE_WORK_GROUP_INLINE T work_group_scan_inclusive_##OPERATION(T x) {                          \
    return __spirv_Group##INSTRUCTION##KHR(2u, 1u, (F)x);                                          \
  }                                                                                                \
  HEDDLE_WORK_GROUP_INLINE T work_group_scan_exclusive_##OPERATION(T x) {                          \
    return __spirv_Group##INSTRUCTION##KHR(2u, 2u, (F)x);                                          \
  }

#define HEDDLE_WORK_GROUP_INTEGERS(INSTRUCTION, OPERATION)                                         \
  HEDDLE_WORK_GROUP_OPERATION(INSTRUCTION, OPERATION, int, int)                                    \
  HEDDLE_WORK_GROUP_OPERATION(INSTRUCTION, OPERATION, uint, uint)                                  \
  HEDDLE_WORK_GROUP_OPERATION(INSTRUCTION, OPERATION, long, long)                                  \
  HEDDLE_WORK_GROUP_OPERATION(INSTRUCTION, OPERATION, ulong, ulong)

HEDDLE_WORK_GROUP_INTEGERS(IMul, mul)
HEDDLE_WORK_GROUP_INTEGERS(BitwiseAnd, and)
HEDDLE_WORK_GROUP_INTEGERS(BitwiseOr, or)
HEDDLE_WORK_GROUP_INTEGERS(BitwiseXor, xor)
HEDDLE_WORK_GROUP_OPERATION(FMul, mul, half, half)
HEDDLE_WORK_GROUP_OPERATION(FMul, mul, float, float)
HEDDLE_WORK_GROUP_OPERATION(FMul, mul, double, double)
HEDDLE_WORK_GROUP_OPERATION(LogicalAnd, logical_and, int, bool)
HEDDLE_WORK_GROUP_OPERATION(LogicalOr, logical_or, int, bool)
HEDDLE_WORK_GROUP_OPERATION(LogicalXor, logical_xor, int, bool)

#undef HEDDLE_WORK_GROUP_INTEGERS
#undef HEDDLE_WORK_GROUP_OPERATION
#undef HEDDLE_WORK_GROUP_INLINE
#undef HEDDLE_WORK_GROUP

#endif
