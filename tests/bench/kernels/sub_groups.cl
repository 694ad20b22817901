// The sum of each sub-group, in three ways.

#ifdef SIZE
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(SIZE)))
#else
#define SUB_GROUP
#endif

// The older name of the same function.
#ifndef cl_khr_subgroup_shuffle
#define sub_group_shuffle_xor intel_sub_group_shuffle_xor
#endif

#define KERNEL(name, compute)                                                                      \
  kernel SUB_GROUP __attribute__((reqd_work_group_size(256, 1, 1))) void name(                     \
      global const int *values, global int *sums, global uint *size) {                             \
    int sum = values[get_global_id(0)];                                                            \
    compute;                                                                                       \
    if (get_sub_group_local_id() == 0) {                                                           \
      sums[get_global_id(0)] = sum;                                                                \
      size[0] = get_sub_group_size();                                                              \
    }                                                                                              \
  }

KERNEL(reduce, sum = sub_group_reduce_add(sum))
KERNEL(shuffle_xor, for (uint distance = get_sub_group_size() / 2; distance > 0; distance /= 2)
                        sum += sub_group_shuffle_xor(sum, distance))
KERNEL(scan_broadcast,
       sum = sub_group_broadcast(sub_group_scan_inclusive_add(sum), get_sub_group_size() - 1))
