// Sub-groups that wait for one another without a barrier. Those that wait come first in the order of
// their numbers, so each kernel needs the others to go on meanwhile. Every work-item writes 1, or
// how many times it saw something wrong.
//! reference
//! options -cl-std=CL3.0
//! launch 64/64 256/128 40/40 200/50
//! kernel chain: out int[n]
//! kernel spin_barrier: out int[n] | local int[l]
//! kernel ticket_lock: out int[n]
//! kernel exchange_lock: out int[n]
//! kernel test_and_set: out int[n]
//! kernel semaphore: out int[n]
//! kernel lane_waits: out int[n]
//! kernel in_function: out int[n]
//! kernel looks_in_function: out int[n]
//! kernel beside_barriers: out int[n] | local int[l]
//! kernel private_array: out int[n]
//! kernel not_by_itself: out int[n]
//! oracle off
//! kernel global_chain: out int[n] | inout int[g] zero
//! kernel ring: out int[n] | inout int[g*10] zero

#define FIRST_LANE (get_sub_group_local_id() == 0)

// Each waits for the next one; the last begins.
kernel void chain(global int *out) {
  local atomic_int turn;
  int s = get_sub_group_id(), n = get_num_sub_groups();
  if (get_local_id(0) == 0)
    atomic_init(&turn, n - 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_load_explicit(&turn, memory_order_acquire, memory_scope_work_group) != s)
    ;
  out[get_global_id(0)] = 1;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE)
    atomic_store_explicit(&turn, s - 1, memory_order_release, memory_scope_work_group);
}

// The same with a volatile word in global memory, whose zero is the first state.
kernel void global_chain(global int *out, volatile global int *done) {
  int s = get_sub_group_id(), n = get_num_sub_groups();
  volatile global int *mine = done + get_group_id(0);
  while (*mine != n - 1 - s)
    ;
  out[get_global_id(0)] = 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (FIRST_LANE)
    *mine = n - s;
}

// The last sub-group writes 100 numbers into a ring of 8, the first one reads them.
kernel void ring(global int *out, volatile global int *memory) {
  int s = get_sub_group_id(), n = get_num_sub_groups(), wrong = 1;
  volatile global int *slots = memory + get_group_id(0) * 10, *written = slots + 8,
                      *taken = slots + 9;
  if (FIRST_LANE && n > 1) {
    if (s == 0) {
      for (int i = 0; i < 100; ++i) {
        while (*written <= i)
          ;
        if (slots[i & 7] != i * i)
          ++wrong;
        *taken = i + 1;
      }
    } else if (s == n - 1) {
      for (int i = 0; i < 100; ++i) {
        while (i - *taken >= 8)
          ;
        slots[i & 7] = i * i;
        *written = i + 1;
      }
    }
  }
  out[get_global_id(0)] = wrong;
}

kernel void spin_barrier(global int *out, local int *values) {
  local atomic_int arrived;
  int l = get_local_id(0), size = get_local_size(0), n = get_num_sub_groups(), wrong = 1;
  if (l == 0)
    atomic_init(&arrived, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 1; round <= 6; ++round) {
    values[l] = round * 1000 + l;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (FIRST_LANE)
      atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < n * (2 * round - 1))
      ;
    if (values[(l + 17) % size] != round * 1000 + (l + 17) % size)
      ++wrong;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (FIRST_LANE)
      atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < n * 2 * round)
      ;
  }
  out[get_global_id(0)] = wrong;
}

// Who has the lock keeps it until all have asked for it.
kernel void ticket_lock(global int *out) {
  local atomic_int next, serving;
  local volatile int inside;
  int n = get_num_sub_groups(), wrong = 1;
  if (get_local_id(0) == 0) {
    atomic_init(&next, 0);
    atomic_init(&serving, 0);
    inside = 0;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE) {
    int ticket = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != ticket)
      ;
    wrong += inside++;
    while (atomic_load(&next) < n)
      ;
    wrong += --inside;
    atomic_store(&serving, ticket + 1);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (atomic_load(&serving) != n)
    ++wrong;
  out[get_global_id(0)] = wrong;
}

kernel void exchange_lock(global int *out) {
  local int lock, waiting, count;
  int n = get_num_sub_groups();
  if (get_local_id(0) == 0)
    lock = waiting = count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE) {
    atomic_inc(&waiting);
    while (atomic_cmpxchg(&lock, 0, 1) != 0)
      ;
    while (atomic_add(&waiting, 0) < n)
      ;
    ++count;
    atomic_xchg(&lock, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1 + n - count;
}

kernel void test_and_set(global int *out) {
  local int lock, waiting, count;
  int n = get_num_sub_groups();
  if (get_local_id(0) == 0)
    lock = waiting = count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE) {
    atomic_inc(&waiting);
    while (atomic_xchg(&lock, 1))
      ;
    while (atomic_or(&waiting, 0) < n)
      ;
    ++count;
    atomic_xchg(&lock, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1 + n - count;
}

// Two at a time, each until another one waits.
kernel void semaphore(global int *out) {
  local int free_places, waiting, count;
  int n = get_num_sub_groups();
  if (get_local_id(0) == 0) {
    free_places = 2;
    waiting = count = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE) {
    atomic_inc(&waiting);
    while (1) {
      if (atomic_dec(&free_places) > 0)
        break;
      atomic_inc(&free_places);
    }
    while (atomic_max(&waiting, 0) < n)
      ;
    atomic_inc(&count);
    atomic_inc(&free_places);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = 1 + n - count;
}

// The lanes wait for different things.
kernel void lane_waits(global int *out) {
  local atomic_int flags[4];
  int s = get_sub_group_id(), n = get_num_sub_groups(), wait = get_local_id(0) & 3;
  if (get_local_id(0) < 4)
    atomic_init(flags + get_local_id(0), 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (s < n - 1)
    while (atomic_load(flags + wait) == 0)
      ;
  else if (FIRST_LANE)
    for (int i = 3; i >= 0; --i)
      atomic_store(flags + i, 1);
  out[get_global_id(0)] = 1;
}

__attribute__((noinline)) void wait_for(local atomic_int *what, int value) {
  while (atomic_load(what) != value)
    ;
}
kernel void in_function(global int *out) {
  local atomic_int turn;
  int s = get_sub_group_id(), n = get_num_sub_groups();
  if (get_local_id(0) == 0)
    atomic_init(&turn, n - 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  wait_for(&turn, s);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE)
    atomic_store(&turn, s - 1);
  out[get_global_id(0)] = 1;
}

// What looks is called, from a loop and from a function with a loop.
__attribute__((noinline)) int look(volatile local int *p) { return *p; }
__attribute__((noinline)) void look_until(volatile local int *p, int value) {
  while (look(p) != value)
    ;
}
kernel void looks_in_function(global int *out) {
  local volatile int turn;
  int s = get_sub_group_id(), n = get_num_sub_groups();
  if (get_local_id(0) == 0)
    turn = 2 * n - 1;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  while (look(&turn) != s + n)
    ;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE)
    turn = s + n - 1;
  look_until(&turn, s);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE)
    turn = s - 1;
  out[get_global_id(0)] = 1;
}

kernel void beside_barriers(global int *out, local int *values) {
  local atomic_int turn;
  int l = get_local_id(0), size = get_local_size(0), wrong = 1;
  int s = get_sub_group_id(), n = get_num_sub_groups();
  for (int round = 0; round < 4; ++round) {
    if (l == 0)
      atomic_store(&turn, n - 1);
    values[l] = l + round;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    int other = values[(l + 9) % size];
    while (atomic_load(&turn) != s)
      ;
    if (other != (l + 9) % size + round)
      ++wrong;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (FIRST_LANE)
      atomic_store(&turn, s - 1);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = wrong;
}

// What is private stays so while others have their turn.
kernel void private_array(global int *out) {
  local atomic_int turn;
  int i = get_global_id(0), s = get_sub_group_id(), n = get_num_sub_groups(), wrong = 1;
  int mine[16];
  for (int k = 0; k < 16; ++k)
    mine[(k + i) & 15] = i * k;
  if (get_local_id(0) == 0)
    atomic_init(&turn, n - 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_load(&turn) != s)
    ;
  for (int k = 0; k < 16; ++k)
    wrong += mine[(k + i) & 15] != i * k;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST_LANE)
    atomic_store(&turn, s - 1);
  out[i] = wrong;
}

// Loops that end without others: counted ones, a queue of work, compare and exchange.
kernel void not_by_itself(global int *out) {
  local int next, sum, product;
  int size = get_local_size(0);
  if (get_local_id(0) == 0) {
    next = sum = 0;
    product = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int taken = 0;
  while (atomic_inc(&next) < 300)
    ++taken;
  for (int i = 0; i < 3; ++i)
    atomic_add(&sum, i);
  atomic_add(&sum, taken);
  int old, seen = product;
  do {
    old = seen;
    seen = atomic_cmpxchg(&product, old, old * 3);
  } while (seen != old);
  barrier(CLK_LOCAL_MEM_FENCE);
  int power = 1;
  for (int i = 0; i < size; ++i)
    power *= 3;
  out[get_global_id(0)] = 1 + (sum != 3 * size + 300) + (product != power);
}
