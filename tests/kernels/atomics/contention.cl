// Many work-groups on the same few words at once: nothing is lost, tickets are given once, locks
// keep others out. CTest runs this folder with more threads than most machines have cores.
//! reference
//! options -cl-std=CL3.0
//! launch 16384/64 8000/40 4096/16
//! kernel sums: inout int[4] zero | inout long[2] zero | inout uint[3] values 0 4294967295 0
//! kernel tickets: inout uint[2] zero | inout uint[n] zero
//! kernel float_sum: inout float[1] zero | inout double[1] zero
//! kernel neighbours: inout int[64] zero
//! kernel through_local: inout int[8] zero
//! launch 2048/16 1000/8
//! kernel lock: inout int[1] zero | inout int[3] zero
//! kernel everybodys_lock: inout int[1] zero | inout int[3] zero
//! kernel bucket_locks: inout int[8] zero | inout float[8] zero
//! kernel returns_with_lock: inout int[1] zero | inout int[2] zero
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

kernel void sums(global int *a, global long *b, global uint *c) {
  int i = (int)get_global_id(0);
  for (int round = 0; round < 4; ++round) {
    atomic_add(&a[0], i & 7);
    atomic_inc(&a[1]);
    if (i & 1)
      atomic_sub(&a[2], 3);
    else
      atomic_xor(&a[3], 1 << (i >> 1) % 31);
    atom_add(&b[0], (long)i << 32);
    atom_max(&b[1], (long)i << 33);
    atomic_max(&c[0], (uint)i);
    atomic_min(&c[1], (uint)i + 5);
    atomic_fetch_or_explicit((volatile global atomic_uint *)&c[2], 1u << (i & 31),
                             memory_order_relaxed, memory_scope_device);
  }
}

kernel void tickets(global uint *next, global uint *taken) {
  uint mine = atomic_inc(&next[0]);
  taken[mine] = mine + 1;
  uint old = next[1], seen;
  while ((seen = atomic_cmpxchg(&next[1], old, old + 3)) != old)
    old = seen;
}

// Whole numbers: exact in any order.
kernel void float_sum(volatile global float *f, volatile global double *d) {
  int i = (int)get_global_id(0);
  uint old, next;
  do {
    old = as_uint(*f);
    next = as_uint(as_float(old) + (float)(i & 3));
  } while (atomic_cmpxchg((volatile global uint *)f, old, next) != old);
  ulong was, wanted;
  do {
    was = as_ulong(*d);
    wanted = as_ulong(as_double(was) + (double)i);
  } while (atom_cmpxchg((volatile global ulong *)d, was, wanted) != was);
}

// Words of one cache line, some of them in one sub-group twice.
kernel void neighbours(global int *words) {
  uint i = (uint)get_global_id(0);
  atomic_add(&words[i * 7 % 64], 1);
  atomic_add(&words[i / 3 % 64], (int)(i & 15));
}

kernel void through_local(global int *out) {
  local int sums[8];
  uint l = (uint)get_local_id(0), i = (uint)get_global_id(0);
  if (l < 8)
    sums[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sums[i * 5 & 7], 1);
  if (i % 3 == 0)
    atomic_add(&sums[i & 7], (int)(i & 63));
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8)
    atomic_add(&out[l], sums[l]);
}

// One work-item of each work-group.
kernel void lock(volatile global int *taken, volatile global int *words) {
  if (get_local_id(0) == 0) {
    while (atomic_cmpxchg(taken, 0, 1) != 0)
      ;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    int x = words[0];
    words[1] += x & 1;
    words[0] = x + 1;
    words[2] = words[0] + words[1];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(taken, 0);
  }
}

kernel void everybodys_lock(volatile global int *taken, volatile global int *words) {
  while (atomic_cmpxchg(taken, 0, 1) != 0)
    ;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  int x = words[0];
  words[1] += x & 1;
  words[0] = x + 1;
  words[2] = words[0] + words[1];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(taken, 0);
}

// Whole numbers: exact in any order.
kernel void bucket_locks(global atomic_int *locks, volatile global float *sums) {
  int i = (int)get_global_id(0), b = i * 5 / 3 & 7;
  bool done = false;
  while (!done) {
    if (atomic_exchange_explicit(&locks[b], 1, memory_order_acquire) == 0) {
      sums[b] += (float)(i & 15);
      atomic_store_explicit(&locks[b], 0, memory_order_release);
      done = true;
    }
  }
}

kernel void returns_with_lock(volatile global int *lock, volatile global int *sums) {
  int i = (int)get_global_id(0);
  for (;;) {
    if (atomic_xchg(lock, 1))
      continue;
    if (i % 3 == 0) {
      sums[0] += i;
      mem_fence(CLK_GLOBAL_MEM_FENCE);
      atomic_xchg(lock, 0);
      return;
    }
    sums[1] += 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(lock, 0);
    break;
  }
}
