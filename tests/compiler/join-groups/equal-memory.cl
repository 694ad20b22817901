// Local memory in which all work-groups have the same at any time exists once; a copy into it is
// made once, others by the work-items.
// RUN: heddlec %s --kernel=equal_tables --sub-group-size=16 --join-groups=4*4 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=EQUAL
// RUN: heddlec %s --kernel=branch --sub-group-size=16 --join-groups=4*4 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: heddlec %s --kernel=rounds --sub-group-size=16 --join-groups=4*4 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: heddlec %s --kernel=rows --sub-group-size=16 --join-groups=4*4 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: heddlec %s --kernel=table --sub-group-size=16 --join-groups=4*8 --print-after=join-groups --emit=llvm --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=SUB-GROUPS

// EQUAL-LABEL: define {{.*}}@equal_tables(
// EQUAL-NOT:   local_distance
// EQUAL:       call {{.*}}@heddle.work_group_copy
// EQUAL-NOT:   local_distance
// EQUAL:       ret void

kernel void equal_tables(global int *out, global const int *in, local int *copied,
                         local int *written, int some) {
  int l = get_local_id(0);
  out[get_global_id(0)] = 0;
  if (get_group_id(0) == 7)
    return;
  event_t done = async_work_group_copy(copied, in, 20, 0);
  wait_group_events(1, &done);
  if (some)
    for (int i = l; i < 20; i += get_local_size(0))
      written[i] = copied[19 - i] * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = written[out[get_global_id(0) + 1]];
}

// OWN: call i64 @heddle.local_distance
kernel void branch(global int *out, local int *written) {
  if (get_group_id(0) & 1)
    written[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = written[out[get_global_id(0)]];
}

kernel void rounds(global int *out, local int *written) {
  for (int i = 0; i < get_group_id(0); ++i) {
    written[get_local_id(0)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = written[out[get_global_id(0)]];
}

// ROWS-LABEL: define {{.*}}@rows(
// ROWS:       call i64 @heddle.local_distance
// ROWS-NOT:   work_group_copy
// ROWS:       ret void
kernel void rows(global int *out, global const int *in, local int *copied) {
  event_t done = async_work_group_copy(copied, in + get_group_id(0) * 4, 4, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = copied[3 - get_local_id(0)];
}

// Several sub-groups are not in step.
// SUB-GROUPS-LABEL: define {{.*}}@table(
// SUB-GROUPS:       local_distance
// SUB-GROUPS-NOT:   work_group_copy
// SUB-GROUPS:       ret void
kernel void table(global int *out, global const int *in, local int *copied) {
  event_t done = async_work_group_copy(copied, in, 4, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = copied[out[get_global_id(0)]];
}
