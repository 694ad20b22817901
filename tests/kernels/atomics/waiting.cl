// Work-items that wait for one another, in whatever sub-group they are: tickets, flags and turns, and
// locks among functions, jumps and barriers. Every work-item writes 1, or more when it saw something
// wrong.
//! reference
//! options -cl-std=CL3.0
//! launch 64/64 256/128 40/40 60/20
//! kernel waits_inside: out int[n]
//! kernel ticket: out int[n]
//! kernel tickets_on_both_sides: out int[n]
//! kernel turns_backwards: out int[n]
//! kernel neighbours: out int[n]
//! kernel rounds_of_neighbours: out int[n]
//! kernel other_branch: out int[n]
//! kernel sorted_list: out int[n]
//! kernel in_noinline_functions: out int[n]
//! kernel generic_pointers: out int[n]
//! kernel gotos: out int[n]
//! kernel switches: out int[n]
//! kernel readers_and_writers: out int[n]
//! kernel beside_barriers: out int[n] | in int[n] range 0 9
//! kernel first_lanes: out int[n]
//! kernel conditional: out int[n] | in int[n] range 0 9
//! kernel work_group_sums: out int[n]

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

// The first one that has the lock keeps it until all have asked for it.
kernel void waits_inside(global int *out) {
  local int lock, asked;
  local volatile int sum;
  BEGIN(lock = asked = sum = 0);
  atomic_inc(&asked);
  bool done = false;
  while (!done) {
    if (atomic_xchg(&lock, 1) == 0) {
      while (atomic_add(&asked, 0) < SIZE)
        ;
      sum += 1;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
      done = true;
    }
  }
  END(sum == SIZE);
}

kernel void ticket(global int *out) {
  local int next;
  local volatile int serving, sum;
  BEGIN(next = serving = sum = 0);
  int mine = atomic_inc(&next);
  while (serving != mine)
    ;
  sum += mine;
  LOCAL_FENCE;
  serving = mine + 1;
  END(sum == SIZE * (SIZE - 1) / 2 && serving == SIZE);
}

kernel void tickets_on_both_sides(global int *out) {
  local int next, serving;
  local volatile int sum;
  BEGIN(next = serving = sum = 0);
  int mine = atomic_inc(&next);
  if (L & 2) {
    while (atomic_or(&serving, 0) != mine)
      ;
    sum += 2;
    LOCAL_FENCE;
    atomic_inc(&serving);
  } else {
    while (atomic_or(&serving, 0) != mine)
      ;
    sum += 3;
    LOCAL_FENCE;
    atomic_inc(&serving);
  }
  int twos = SIZE / 4 * 2 + max(SIZE % 4 - 2, 0);
  END(sum == 2 * twos + 3 * (SIZE - twos));
}

// The last work-item begins, and each has its turn twice.
kernel void turns_backwards(global int *out) {
  local atomic_int turn;
  local int order[512];
  BEGIN(atomic_init(&turn, 2 * SIZE - 1));
  for (int k = 0; k < 2; ++k) {
    int at = 2 * L + 1 - k;
    while (atomic_load(&turn) != at)
      ;
    order[at] = L;
    atomic_store(&turn, at - 1);
  }
  END(order[2 * L] == L && order[2 * L + 1] == L && atomic_load(&turn) == -1);
}

kernel void neighbours(global int *out) {
  local atomic_int done[256];
  atomic_init(&done[L], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (L > 0)
    while (atomic_load_explicit(&done[L - 1], memory_order_acquire, memory_scope_work_group) == 0)
      ;
  int before = L > 0 ? atomic_load(&done[L - 1]) : 0;
  atomic_store_explicit(&done[L], before + 1, memory_order_release, memory_scope_work_group);
  END(atomic_load(&done[L]) == L + 1);
}

kernel void rounds_of_neighbours(global int *out) {
  local atomic_int progress[256];
  atomic_init(&progress[L], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 1; round <= 5; ++round) {
    // At most one round behind the left one, and one ahead of the right one.
    if (L > 0)
      while (atomic_load(&progress[L - 1]) < round)
        ;
    if (L < SIZE - 1)
      while (atomic_load(&progress[L + 1]) < round - 1)
        ;
    atomic_store(&progress[L], round);
  }
  END(atomic_load(&progress[L]) == 5);
}

kernel void other_branch(global int *out) {
  local atomic_int flag;
  local int value;
  BEGIN(atomic_init(&flag, 0); value = 0);
  int seen = 41;
  if (FIRST && SIZE > 1) {
    while (atomic_load(&flag) == 0)
      ;
    seen = value;
  } else if (L == SIZE - 1) {
    value = 41;
    atomic_store(&flag, 1);
  }
  END(seen == 41);
}

// A list that is kept in order: loops where the lock is held.
kernel void sorted_list(global int *out) {
  local int lock;
  local volatile int next[257];
  BEGIN(lock = 0; next[256] = -1);
  int key = (L * 37 + 11) % SIZE;
  bool done = false;
  while (!done) {
    if (atomic_cmpxchg(&lock, 0, 1) == 0) {
      int at = 256;
      while (next[at] >= 0 && (next[at] * 37 + 11) % SIZE < key)
        at = next[at];
      next[L] = next[at];
      next[at] = L;
      LOCAL_FENCE;
      done = true;
      atomic_cmpxchg(&lock, 1, 0);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int count = 0, last = -1;
  bool good = true;
  for (int at = next[256]; at >= 0; at = next[at]) {
    int here = (at * 37 + 11) % SIZE;
    good &= here >= last;
    last = here;
    ++count;
  }
  out[get_global_id(0)] = good && count == SIZE ? 1 : 2;
}

#define NOINLINE __attribute__((noinline))
NOINLINE bool try_take(local int *lock) { return atomic_cmpxchg(lock, 0, 1) == 0; }
NOINLINE void give_back(local int *lock) {
  LOCAL_FENCE;
  atomic_xchg(lock, 0);
}
NOINLINE int next_sum(int sum, int x) { return sum * 3 + x - sum * 2; }
NOINLINE void take_slowly(local int *lock) {
  while (!try_take(lock))
    ;
}
NOINLINE int look(volatile local int *p) { return *p; }
NOINLINE void look_into(volatile local int *p, int *result) { *result = *p; }

kernel void in_noinline_functions(global int *out) {
  local int lock;
  local volatile int sum, arrived;
  BEGIN(lock = sum = arrived = 0);
  while (!try_take(&lock))
    ;
  sum = next_sum(sum, 1);
  give_back(&lock);
  take_slowly(&lock);
  sum = next_sum(sum, 2);
  ++arrived;
  give_back(&lock);
  while (look(&arrived) != SIZE)
    ;
  int seen;
  do
    look_into(&sum, &seen);
  while (seen != 3 * SIZE);
  END(sum == 3 * SIZE);
}

void take_anywhere(atomic_int *lock) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(lock, &expected, 1))
    expected = 0;
}

kernel void generic_pointers(global int *out) {
  local atomic_int locks[2];
  local int sums[2];
  BEGIN(atomic_init(&locks[0], 0); atomic_init(&locks[1], 0); sums[0] = sums[1] = 0);
  atomic_int *lock = &locks[L & 1];
  int *sum = &sums[L & 1];
  take_anywhere(lock);
  *sum += 1;
  atomic_store(lock, 0);
  END(sums[0] == (SIZE + 1) / 2 && sums[1] == SIZE / 2);
}

kernel void gotos(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  int tries = 0;
  if (L & 1)
    goto second;
first:
  ++tries;
  if (atomic_xchg(&lock, 1) == 0)
    goto taken;
second:
  tries += 2;
  if (atomic_xchg(&lock, 1) != 0)
    goto first;
taken:
  sum += tries > 0;
  LOCAL_FENCE;
  atomic_xchg(&lock, 0);
  END(sum == SIZE);
}

kernel void switches(global int *out) {
  local int lock;
  local volatile int sums[3];
  BEGIN(lock = sums[0] = sums[1] = sums[2] = 0);
  int state = 0, result = 0;
  while (state != 3) {
    switch (state) {
    case 0:
      if (atomic_xchg(&lock, 1) == 0)
        state = 1 + (L & 1);
      break;
    case 1:
      sums[1] += 1;
      state = 2;
      break;
    case 2:
      sums[2] += 1;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
      state = 3;
      break;
    }
    ++result;
  }
  END(sums[1] == (SIZE + 1) / 2 && sums[2] == SIZE && result > 0);
}

// Below zero: somebody writes. Above: so many read.
kernel void readers_and_writers(global int *out) {
  local int state;
  local volatile int a, b;
  BEGIN(state = a = b = 0);
  int wrong = 0;
  if (L % 3 == 0) {
    while (atomic_cmpxchg(&state, 0, -1000) != 0)
      ;
    a += 1;
    b += 1;
    LOCAL_FENCE;
    atomic_add(&state, 1000);
  } else {
    while (atomic_inc(&state) < 0)
      atomic_dec(&state);
    wrong = a != b;
    LOCAL_FENCE;
    atomic_dec(&state);
  }
  END(!wrong && a == (SIZE + 2) / 3);
}

kernel void beside_barriers(global int *out, global const int *in) {
  local int lock, total;
  local volatile int sum;
  int x = in[get_global_id(0)], expected = 0, first = (int)get_global_id(0) - L;
  if (FIRST)
    lock = total = 0;
  for (int round = 0; round < 3; ++round) {
    if (FIRST)
      sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x != round) {
      while (atomic_xchg(&lock, 1))
        ;
      sum += x;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (FIRST)
      total += sum;
    for (int i = 0; i < SIZE; ++i)
      expected += in[first + i] != round ? in[first + i] : 0;
  }
  END(total == expected);
}

// One work-item of each sub-group, and then all of it.
kernel void first_lanes(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  for (int k = 0; k < 3; ++k) {
    if (get_sub_group_local_id() == 0)
      while (atomic_cmpxchg(&lock, 0, 1))
        ;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    int all = sub_group_reduce_add(1);
    if (get_sub_group_local_id() == 0)
      sum += all;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_local_id() == 0)
      atomic_xchg(&lock, 0);
  }
  END(sum == 3 * SIZE);
}

kernel void conditional(global int *out, global const int *in) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  int x = in[get_global_id(0)], tries = 0;
  bool has = false;
  if (x > 2) {
    // Some give up.
    while (!(has = atomic_xchg(&lock, 1) == 0) && (x > 4 || tries < 3))
      ++tries;
    if (has) {
      sum += 1;
      LOCAL_FENCE;
      atomic_xchg(&lock, 0);
    }
  }
  local int count;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (FIRST)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (has)
    atomic_inc(&count);
  END(sum == count && (x <= 4 || has));
}

kernel void work_group_sums(global int *out) {
  local int lock;
  local volatile int sum;
  BEGIN(lock = sum = 0);
  int all = 0;
  for (int k = 0; k < 2; ++k) {
    while (atomic_xchg(&lock, 1))
      ;
    sum += 1;
    LOCAL_FENCE;
    atomic_xchg(&lock, 0);
    all += work_group_reduce_add(1);
  }
  END(sum == 2 * SIZE && all == 2 * SIZE);
}
