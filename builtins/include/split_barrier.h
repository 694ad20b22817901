// cl_intel_split_work_group_barrier: the two halves of a work-group barrier.

#define HEDDLE_SPLIT_BARRIER __attribute__((overloadable, convergent))

HEDDLE_SPLIT_BARRIER void intel_work_group_barrier_arrive(cl_mem_fence_flags flags);
HEDDLE_SPLIT_BARRIER void intel_work_group_barrier_wait(cl_mem_fence_flags flags);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
HEDDLE_SPLIT_BARRIER void intel_work_group_barrier_arrive(cl_mem_fence_flags flags,
                                                          memory_scope scope);
HEDDLE_SPLIT_BARRIER void intel_work_group_barrier_wait(cl_mem_fence_flags flags,
                                                        memory_scope scope);
#endif

#undef HEDDLE_SPLIT_BARRIER
