// Sub-group functions (OpenCL C specification 6.15.19) for the languages in which clang declares
// none because they know no feature macros: everything before 3.0. The default language is 1.2.

#ifndef __opencl_subgroup_builtins

#define HEDDLE_SUB_GROUP __attribute__((overloadable, convergent))

HEDDLE_SUB_GROUP uint get_sub_group_size(void);
HEDDLE_SUB_GROUP uint get_max_sub_group_size(void);
HEDDLE_SUB_GROUP uint get_num_sub_groups(void);
HEDDLE_SUB_GROUP uint get_enqueued_num_sub_groups(void);
HEDDLE_SUB_GROUP uint get_sub_group_id(void);
HEDDLE_SUB_GROUP uint get_sub_group_local_id(void);

HEDDLE_SUB_GROUP void sub_group_barrier(cl_mem_fence_flags flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
HEDDLE_SUB_GROUP void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope);
#endif
HEDDLE_SUB_GROUP int sub_group_all(int predicate);
HEDDLE_SUB_GROUP int sub_group_any(int predicate);

#define HEDDLE_SUB_GROUP_FUNCTIONS(T)                                                              \
  HEDDLE_SUB_GROUP T sub_group_broadcast(T x, uint sub_group_local_id);                            \
  HEDDLE_SUB_GROUP T sub_group_reduce_add(T x);                                                    \
  HEDDLE_SUB_GROUP T sub_group_reduce_min(T x);                                                    \
  HEDDLE_SUB_GROUP T sub_group_reduce_max(T x);                                                    \
  HEDDLE_SUB_GROUP T sub_group_scan_exclusive_add(T x);                                            \
  HEDDLE_SUB_GROUP T sub_group_scan_exclusive_min(T x);                                            \
  HEDDLE_SUB_GROUP T sub_group_scan_exclusive_max(T x);                                            \
  HEDDLE_SUB_GROUP T sub_group_scan_inclusive_add(T x);                                            \
  HEDDLE_SUB_GROUP T sub_group_scan_inclusive_min(T x);                                            \
  HEDDLE_SUB_GROUP T sub_group_scan_inclusive_max(T x);

HEDDLE_SUB_GROUP_FUNCTIONS(int)
HEDDLE_SUB_GROUP_FUNCTIONS(uint)
HEDDLE_SUB_GROUP_FUNCTIONS(long)
HEDDLE_SUB_GROUP_FUNCTIONS(ulong)
HEDDLE_SUB_GROUP_FUNCTIONS(float)
#ifdef cl_khr_fp64
HEDDLE_SUB_GROUP_FUNCTIONS(double)
#endif

#undef HEDDLE_SUB_GROUP_FUNCTIONS
#undef HEDDLE_SUB_GROUP

#endif
