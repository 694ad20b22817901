// async_work_group_copy, async_work_group_strided_copy and wait_group_events on elements of all
// sizes, both ways; prefetch. The local size is that of the copied piece.
//! untyped off
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 256/128 33/33 200/50 7/7
//! types char short int long float double
//! kernel there_and_back_$T: out $T[n] | in $T[n] | local $T[l]
//! kernel strided_in: out int[n] | in int[3*n] | local int[l]
//! kernel strided_out: inout int[3*n] | in int[n] | local int[l]
//! kernel of_vectors: out int4[n] | in int4[n] | local int4[l]
//! kernel of_three: out float4[n] | in float4[n] | local float4[l]
//! kernel of_sixteen: out uchar16[n] | in uchar16[n] | local uchar16[l]
//! kernel two_events: out int[n] | in int[n] | in int[n] | local int[l] | local int[l]
//! kernel events_in_functions: out int[n] | in int[n] | local int[l]
//! kernel in_loop: out int[n] | in int[n] | local int[l]
//! kernel odd_counts: out uchar[n] | in uchar[n] | local uchar[l]
//! kernel with_prefetch: out int[n] | in int[n]

#define COPIES(T)                                                                                  \
  kernel void there_and_back_##T(global T *out, global const T *in, local T *memory) {             \
    size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);                     \
    size_t l = get_local_id(0);                                                                    \
    event_t e = async_work_group_copy(memory, in + first, n, 0);                                   \
    wait_group_events(1, &e);                                                                      \
    T x = memory[n - 1 - l];                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    memory[l] = x;                                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    e = async_work_group_copy(out + first, memory, n, 0);                                          \
    wait_group_events(1, &e);                                                                      \
  }

COPIES(char)
COPIES(short)
COPIES(int)
COPIES(long)
COPIES(float)
COPIES(double)

kernel void strided_in(global int *out, global const int *in, local int *memory) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  event_t e = async_work_group_strided_copy(memory, in + 3 * first, n, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = memory[n - 1 - get_local_id(0)];
}

kernel void strided_out(global int *out, global const int *in, local int *memory) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  memory[n - 1 - get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(out + 3 * first, memory, n, 3, 0);
  wait_group_events(1, &e);
}

#define VECTORS(name, T, cast)                                                                     \
  kernel void name(global cast *out, global const cast *in, local cast *memory) {                  \
    size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);                     \
    event_t e = async_work_group_copy((local T *)memory, (global const T *)(in + first), n, 0);    \
    wait_group_events(1, &e);                                                                      \
    cast x = memory[n - 1 - get_local_id(0)];                                                      \
    out[get_global_id(0)] = x;                                                                     \
  }

VECTORS(of_vectors, int4, int4)
VECTORS(of_three, float3, float4)
VECTORS(of_sixteen, uchar16, uchar16)

kernel void two_events(global int *out, global const int *a, global const int *b, local int *la,
                       local int *lb) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  event_t events[2];
  events[0] = async_work_group_copy(la, a + first, n, 0);
  events[1] = async_work_group_copy(lb, b + first, n, events[0]);
  wait_group_events(2, events);
  out[get_global_id(0)] = la[n - 1 - get_local_id(0)] ^ lb[get_local_id(0)];
}

event_t start(local int *to, global const int *from, size_t n, event_t e) {
  return async_work_group_copy(to, from, n, e);
}
void finish(event_t e) { wait_group_events(1, &e); }

kernel void events_in_functions(global int *out, global const int *in, local int *memory) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  event_t none = 0;
  event_t e = start(memory, in + first, n / 2, none);
  e = n > 20 ? start(memory + n / 2, in + first + n / 2, n - n / 2, e)
             : async_work_group_copy(memory + n / 2, in + first + n / 2, n - n / 2, 0);
  finish(e);
  out[get_global_id(0)] = memory[n - 1 - get_local_id(0)];
}

kernel void in_loop(global int *out, global const int *in, local int *memory) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    event_t e = async_work_group_copy(memory, in + first, n, 0);
    wait_group_events(1, &e);
    sum = sum * 3 + memory[(get_local_id(0) + round) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    memory[get_local_id(0)] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

kernel void odd_counts(global uchar *out, global const uchar *in, local uchar *memory) {
  size_t first = get_group_id(0) * get_local_size(0), n = get_local_size(0);
  memory[get_local_id(0)] = 77;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(memory + 1, in + first, n - 2, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = memory[get_local_id(0)];
}

kernel void with_prefetch(global int *out, global const int *in) {
  prefetch(in + get_global_id(0), 1);
  out[get_global_id(0)] = in[get_global_id(0)];
}
