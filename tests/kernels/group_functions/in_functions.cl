// Barriers, work-group functions, copies and sub-group functions in functions that ask not to be
// inlined, called by one another, in loops and under uniform conditions; half, too.
//! untyped off
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 256/128 33/33 200/50 7/7 100/40
//! kernel totals: out int[n] | in int[n] range 0 9
//! kernel turns: out int[n] | in int[n] range 0 99 | local int[l] | value int 3
//! kernel copies_back: out int[n] | in int[n] | local int[l]
//! kernel keeps_private_array: out int[n] | in int[n] range 0 9 | local int[l]
//! kernel where_pointers_lead: out int[n] | in int[n] range 0 9 | local int[l]
//! kernel halves: out half[n*3] | in int[n] range 0 9
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define NOINLINE __attribute__((noinline))

NOINLINE int total(int x) { return work_group_reduce_add(x); }
NOINLINE int totalOfTotals(int x, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; ++i)
    sum += total(x + i) * (i + 1);
  return sum;
}
kernel void totals(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = totalOfTotals(in[i], 3);
  if (x > 100)
    x += work_group_any(in[i] > 5) ? 1000 : 2000;
  out[i] = x + total(1);
}

NOINLINE int fromNext(int x, local int *memory) {
  size_t l = get_local_id(0), n = get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  memory[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return memory[(l + 1) % n];
}
kernel void turns(global int *out, global const int *in, local int *memory, int rounds) {
  size_t i = get_global_id(0);
  int x = in[i];
  for (int k = 0; k < rounds; ++k) {
    if (k == 1)
      x = fromNext(x * 2, memory);
    x = fromNext(x, memory) + k;
  }
  out[i] = x;
}

NOINLINE event_t fetch(local int *to, global const int *from, event_t before) {
  return async_work_group_copy(to, from, get_local_size(0), before);
}
NOINLINE void await(event_t event) { wait_group_events(1, &event); }
kernel void copies_back(global int *out, global const int *in, local int *memory) {
  size_t first = get_group_id(0) * get_local_size(0);
  await(fetch(memory, in + get_global_id(0) - get_local_id(0), 0));
  out[get_global_id(0)] = memory[get_local_size(0) - 1 - get_local_id(0)];
}

// The array lives across the barriers of the function.
NOINLINE int spread(int x, local int *memory) {
  int array[12];
  for (int i = 0; i < 12; ++i)
    array[i] = x * i;
  for (int i = 0; i < 3; ++i)
    array[(x + i) % 12] += fromNext(array[(x + 1) % 12], memory);
  int sum = 0;
  for (int i = 0; i < 12; ++i)
    sum = sum * 3 + array[i];
  return sum;
}
kernel void keeps_private_array(global int *out, global const int *in, local int *memory) {
  size_t i = get_global_id(0);
  int x = spread(in[i], memory);
  out[i] = x;
}

NOINLINE int where(int *p) { return to_global(p) ? 1 : to_local(p) ? 2 : to_private(p) ? 4 : 8; }
NOINLINE int whereIn(int *p, int *q, int x) { return x > 4 ? where(p) * 10 : where(q); }
kernel void where_pointers_lead(global int *out, global const int *in, local int *memory) {
  size_t i = get_global_id(0);
  int x = in[i];
  memory[get_local_id(0)] = 0;
  int result = whereIn(&x, x & 1 ? (generic int *)memory : (generic int *)out, x) +
               whereIn(memory + get_local_id(0), &result, x) * 100;
  out[i] = result + x * 10000;
}

NOINLINE half total_half(half x) { return work_group_reduce_add(x); }
kernel void halves(global half *out, global const int *in) {
  size_t i = get_global_id(0);
  half x = (half)in[i];
  out[i * 3] = total_half(x);
  out[i * 3 + 1] = work_group_scan_inclusive_add(x) - work_group_scan_exclusive_add(x) +
                   work_group_scan_inclusive_max(x) - work_group_reduce_min(x);
  out[i * 3 + 2] = work_group_broadcast(x, get_local_size(0) / 2);
}
