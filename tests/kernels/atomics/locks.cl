// Locks that each work-item takes, in whatever sub-group it is, in all their shapes. Every work-item
// writes 1, or more when it saw something wrong.
//! reference
//! options -cl-std=CL3.0
//! launch 64/64 256/128 40/40 60/20
//! kernel until_done: out int[n] | in int[n]
//! kernel spin: out int[n]
//! kernel exchange_spin: out int[n]
//! kernel until_break: out int[n]
//! kernel do_while: out int[n]
//! kernel flags: out int[n]
//! kernel test_first: out int[n]
//! kernel try_first: out int[n]
//! kernel volatile_release: out int[n]
//! kernel buckets: out int[n]
//! kernel buckets_in_turn: out int[n]
//! kernel uneven_rounds: out int[n]
//! kernel both_sides: out int[n]
//! kernel two_in_order: out int[n]
//! kernel held_elsewhere: out int[n]
//! kernel hand_over_hand: out int[n]
//! kernel in_functions: out int[n]
//! kernel values_across: out int[n] | in int[n] range 0 9

#define LOCAL_FENCE mem_fence(CLK_LOCAL_MEM_FENCE)
#define L ((int)get_local_id(0))
#define SIZE ((int)get_local_size(0))
#define FIRST (L == 0)
#define BEGIN(...)                                                                                 \
  if (FIRST) {                                                                                     \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  barrier(CLK_LOCAL_MEM_FENCE)
#define END(good)                                                                                  \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                    \
  out[get_global_id(0)] = (good) ? 1 : 2

kernel void until_done(global int *out, global const int *in) {
  local int lock, sum;
  local volatile int all;
  BEGIN(lock = sum = all = 0);
  bool done = false;
  while (!done) {
    if (atomic_xchg(&lock, 1) == 0) {
      *(volatile local int *)&sum += in[get_global_id(0)] & 3;
      ++all;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
      done = true;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int expected = 0, first = (int)get_global_id(0) - L;
  for (int i = 0; i < SIZE; ++i)
    expected += in[first + i] & 3;
  out[get_global_id(0)] = sum == expected && all == SIZE ? 1 : 2;
}

kernel void spin(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  while (atomic_cmpxchg(&lock, 0, 1) != 0)
    ;
  sum += L;
  LOCAL_FENCE;
  atomic_xchg(&lock, 0);
  END(sum == SIZE * (SIZE - 1) / 2);
}

kernel void exchange_spin(global int *out) {
  local int lock, sum;
  BEGIN(lock = sum = 0);
  while (atomic_xchg(&lock, 1))
    ;
  LOCAL_FENCE;
  sum += L;
  LOCAL_FENCE;
  atomic_xchg(&lock, 0);
  END(sum == SIZE * (SIZE - 1) / 2);
}

kernel void until_break(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  for (;;) {
    if (atomic_cmpxchg(&lock, 0, L + 1) == 0) {
      sum += 3;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
      break;
    }
  }
  END(sum == 3 * SIZE);
}

kernel void do_while(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  int waiting = 1;
  do {
    if (!atomic_xchg(&lock, 1)) {
      sum += 3;
      waiting = 0;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
    }
  } while (waiting);
  END(sum == 3 * SIZE);
}

kernel void flags(global int *out) {
  local atomic_flag flag;
  local int sum;
  BEGIN(atomic_flag_clear(&flag); sum = 0);
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group))
    ;
  sum += 2;
  atomic_flag_clear_explicit(&flag, memory_order_release, memory_scope_work_group);
  END(sum == 2 * SIZE);
}

kernel void test_first(global int *out) {
  local atomic_int lock;
  local int sum;
  BEGIN(atomic_init(&lock, 0); sum = 0);
  do {
    while (atomic_load_explicit(&lock, memory_order_relaxed, memory_scope_work_group))
      ;
  } while (atomic_exchange_explicit(&lock, 1, memory_order_acquire, memory_scope_work_group));
  sum += 2;
  atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
  END(sum == 2 * SIZE);
}

// What comes in front of the loop takes the lock, too.
kernel void try_first(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  int turns = 0;
  if (atomic_cmpxchg(&lock, 0, 1) != 0) {
    do
      ++turns;
    while (atomic_cmpxchg(&lock, 0, 1) != 0);
  }
  sum += turns >= 0;
  LOCAL_FENCE;
  atomic_xchg(&lock, 0);
  END(sum == SIZE);
}

kernel void volatile_release(global int *out) {
  local volatile int lock, sum;
  BEGIN(lock = sum = 0);
  while (atomic_cmpxchg(&lock, 0, 1))
    ;
  ++sum;
  LOCAL_FENCE;
  lock = 0;
  END(sum == SIZE);
}

kernel void buckets(global int *out) {
  local int locks[4];
  local volatile int sums[4];
  BEGIN(for (int i = 0; i < 4; ++i) locks[i] = sums[i] = 0);
  int b = L * 7 % 5 & 3;
  bool done = false;
  do {
    if (atomic_cmpxchg(&locks[b], 0, 1) == 0) {
      sums[b] += b + 1;
      LOCAL_FENCE;
      atomic_xchg(&locks[b], 0);
      done = true;
    }
  } while (!done);
  barrier(CLK_LOCAL_MEM_FENCE);
  int expected[4] = {0, 0, 0, 0};
  for (int i = 0; i < SIZE; ++i)
    expected[i * 7 % 5 & 3] += (i * 7 % 5 & 3) + 1;
  bool good = true;
  for (int i = 0; i < 4; ++i)
    good &= sums[i] == expected[i];
  out[get_global_id(0)] = good ? 1 : 2;
}

// Each takes any bucket that is free.
kernel void buckets_in_turn(global int *out) {
  local int locks[3];
  local volatile int sums[3];
  BEGIN(for (int i = 0; i < 3; ++i) locks[i] = sums[i] = 0);
  int b = L % 3;
  while (atomic_xchg(&locks[b], 1))
    b = b == 2 ? 0 : b + 1;
  sums[b] += 1;
  LOCAL_FENCE;
  atomic_xchg(&locks[b], 0);
  END(sums[0] + sums[1] + sums[2] == SIZE);
}

kernel void uneven_rounds(global int *out) {
  local int locks[2];
  local volatile int sums[2];
  BEGIN(locks[0] = locks[1] = sums[0] = sums[1] = 0);
  for (int k = 0; k < (L & 3); ++k) {
    local int *lock = &locks[k & 1];
    while (atomic_xchg(lock, 1))
      ;
    sums[k & 1] += 1;
    LOCAL_FENCE;
    atomic_xchg(lock, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int a = 0, b = 0;
  for (int i = 0; i < SIZE; ++i)
    for (int k = 0; k < (i & 3); ++k)
      *(k & 1 ? &b : &a) += 1;
  out[get_global_id(0)] = sums[0] == a && sums[1] == b ? 1 : 2;
}

kernel void both_sides(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  if (L & 1) {
    while (atomic_xchg(&lock, 1))
      ;
    sum += 5;
    LOCAL_FENCE;
    atomic_xchg(&lock, 0);
  } else {
    bool done = false;
    while (!done)
      if (!atomic_xchg(&lock, 1)) {
        sum += 7;
        done = true;
        LOCAL_FENCE;
        atomic_xchg(&lock, 0);
      }
  }
  END(sum == 5 * (SIZE / 2) + 7 * ((SIZE + 1) / 2));
}

kernel void two_in_order(global int *out) {
  local int locks[4];
  local volatile int sums[4];
  BEGIN(for (int i = 0; i < 4; ++i) locks[i] = sums[i] = 0);
  int a = L % 3, b = a + 1 + (L >> 2) % (3 - a);
  while (atomic_cmpxchg(&locks[a], 0, 1))
    ;
  sums[a] += 1;
  while (atomic_cmpxchg(&locks[b], 0, 1))
    ;
  sums[b] += sums[a] > 0;
  LOCAL_FENCE;
  atomic_xchg(&locks[b], 0);
  sums[a] += 1;
  LOCAL_FENCE;
  atomic_xchg(&locks[a], 0);
  END(sums[0] + sums[1] + sums[2] + sums[3] == 3 * SIZE);
}

// What some hold from the outer loop the others want in the inner one, which the first do not enter.
kernel void held_elsewhere(global int *out) {
  local int locks[4];
  local volatile int sums[4];
  BEGIN(for (int i = 0; i < 4; ++i) locks[i] = sums[i] = 0);
  int bucket = L & 3;
  for (bool done = false; !done;) {
    if (atomic_cmpxchg(&locks[bucket], 0, 1) == 0) {
      sums[bucket] += 1;
      if (bucket < 3) {
        while (atomic_cmpxchg(&locks[3], 0, 1) != 0)
          ;
        sums[3] += 1;
        LOCAL_FENCE;
        atomic_xchg(&locks[3], 0);
      }
      LOCAL_FENCE;
      atomic_xchg(&locks[bucket], 0);
      done = true;
    }
  }
  END(sums[3] == SIZE && sums[0] == (SIZE + 3) / 4);
}

// The next place is taken before the last one is given back.
kernel void hand_over_hand(global int *out) {
  local int locks[6];
  local volatile int sums[6];
  BEGIN(for (int i = 0; i < 6; ++i) locks[i] = sums[i] = 0);
  int held = -1;
  for (int next = 0; next < 6; ++next) {
    while (atomic_xchg(&locks[next], 1))
      ;
    if (held >= 0)
      atomic_xchg(&locks[held], 0);
    held = next;
    sums[next] += 1;
    LOCAL_FENCE;
  }
  atomic_xchg(&locks[held], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  bool good = true;
  for (int i = 0; i < 6; ++i)
    good &= sums[i] == SIZE;
  out[get_global_id(0)] = good ? 1 : 2;
}

void take(local int *lock) {
  while (atomic_cmpxchg(lock, 0, 1) != 0)
    ;
}
void give(local int *lock) {
  LOCAL_FENCE;
  atomic_xchg(lock, 0);
}
void add_locked(local int *lock, local volatile int *sum, int x) {
  take(lock);
  *sum += x;
  give(lock);
}

kernel void in_functions(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  add_locked(&lock, &sum, 1);
  if (L & 1)
    add_locked(&lock, &sum, 2);
  END(sum == SIZE + SIZE / 2 * 2);
}

kernel void values_across(global int *out, global const int *in) {
  local int lock;
  local volatile float sum;
  BEGIN(lock = 0; sum = 0);
  float own = in[get_global_id(0)]; // whole: exact in any order
  float4 many = (float4)(own, own + 1, own * 2, L);
  int history[5] = {L, 2, 3, 4, 5};
  for (int k = 0; k < 3; ++k) {
    while (atomic_xchg(&lock, 1))
      many.w += 0;
    sum += many.x + many.y;
    history[k] += L + k;
    LOCAL_FENCE;
    atomic_xchg(&lock, 0);
    many = many.yxwz;
  }
  bool good = many.x == own + 1 && many.y == own && many.z == L && many.w == own * 2;
  good &= history[0] == 2 * L && history[1] == L + 3 && history[2] == L + 5 && history[4] == 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  float expected = 0;
  for (int i = 0; i < SIZE; ++i)
    expected += 6 * in[get_global_id(0) - L + i] + 3;
  out[get_global_id(0)] = good && sum == expected ? 1 : 2;
}
