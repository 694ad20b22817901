// What an atomic operation on local memory returned, used behind a barrier. Every work-item writes 1,
// or 0 when another one got the same, in whatever sub-group it is.
//! reference
//! launch 64/64 256/128 99/33 40/40 100/40
//! kernel slots: out int[n]
//! kernel slots_downwards: out int[n]
//! kernel slots_of_some: out int[n] | in int[n]
//! kernel slots_if_asked: out int[n] | value int 1
//! kernel one_owner: out int[n]
//! kernel one_exchange: out int[n]
//! kernel in_rounds: out int[n] | value int 3
//! kernel turns: out int[n]

#define L get_local_id(0)
#define SIZE get_local_size(0)
#define FENCE barrier(CLK_LOCAL_MEM_FENCE)

// Whether each number below count was claimed once.
bool all_claimed(local uint *claims, uint count, bool claim, uint number) {
  claims[L] = 0;
  FENCE;
  if (claim && number < SIZE)
    atomic_inc(&claims[number]);
  FENCE;
  const uint own = claims[L];
  FENCE;
  return own == (L < count);
}

kernel void slots(global int *out) {
  local uint count, claims[128];
  if (L == 0)
    count = 0;
  FENCE;
  const uint slot = atomic_inc(&count);
  FENCE;
  out[get_global_id(0)] = all_claimed(claims, count, true, slot) && count == SIZE;
}

kernel void slots_downwards(global int *out) {
  local uint count, claims[128];
  if (L == 0)
    count = SIZE;
  FENCE;
  const uint slot = atomic_sub(&count, 1) - 1;
  FENCE;
  out[get_global_id(0)] = all_claimed(claims, SIZE, true, slot) && count == 0;
}

kernel void slots_of_some(global int *out, global const int *in) {
  local uint count, claims[128];
  const bool wants = in[get_global_id(0)] & 1;
  if (L == 0)
    count = 0;
  FENCE;
  uint slot = 0;
  if (wants)
    slot = atomic_inc(&count);
  FENCE;
  out[get_global_id(0)] = all_claimed(claims, count, wants, slot);
}

kernel void slots_if_asked(global int *out, int asked) {
  local uint count, claims[128];
  if (L == 0)
    count = 0;
  FENCE;
  uint slot = 0;
  if (asked)
    slot = atomic_add(&count, 1);
  FENCE;
  out[get_global_id(0)] = all_claimed(claims, count, asked, slot) && count == SIZE;
}

kernel void one_owner(global int *out) {
  local uint owner, owners;
  if (L == 0)
    owner = owners = 0;
  FENCE;
  const bool won = atomic_cmpxchg(&owner, 0, 1) == 0;
  FENCE;
  if (won)
    atomic_inc(&owners);
  FENCE;
  out[get_global_id(0)] = owners == 1;
}

kernel void one_exchange(global int *out) {
  local uint owner, owners;
  if (L == 0)
    owner = owners = 0;
  FENCE;
  const bool won = atomic_xchg(&owner, 1) == 0;
  FENCE;
  if (won)
    atomic_inc(&owners);
  FENCE;
  out[get_global_id(0)] = owners == 1;
}

kernel void in_rounds(global int *out, int rounds) {
  local uint count, claims[128];
  if (L == 0)
    count = 0;
  bool good = true;
  for (uint i = 0; i < rounds; ++i) {
    FENCE;
    const uint slot = atomic_inc(&count) - i * (uint)SIZE;
    FENCE;
    good &= all_claimed(claims, SIZE, true, slot);
  }
  out[get_global_id(0)] = good;
}

kernel void turns(global int *out) {
  local uint sum, claims[128];
  if (L == 0)
    sum = 0;
  FENCE;
  const uint before = atomic_add(&sum, 3);
  FENCE;
  out[get_global_id(0)] = all_claimed(claims, SIZE, before % 3 == 0, before / 3);
}
