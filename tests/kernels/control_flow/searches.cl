// Searches through results of long chains of operations, in which hardly ever one is found.
//! reference

// Each operation waits for the one before it. No two words have the same result.
#define STEP(r) x += 0x9e3779b9u; x ^= x << (r); x = x << ((r) + 1) | x >> (31 - (r));
#define STEPS(r) STEP(r) STEP(r + 2) STEP(r + 4) STEP(r + 6) STEP(r + 8)
#define CHAIN STEPS(3) STEPS(4) STEPS(5) STEPS(6) STEPS(7) STEPS(8) STEPS(9) STEPS(10) \
              STEPS(3) STEPS(4) STEPS(5) STEPS(6) STEPS(7) STEPS(8) STEPS(9) STEPS(10)

uint chain(uint x) {
  CHAIN
  return x;
}

//! kernel search: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 70 | value uint 64
//! kernel search: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 3 | value uint 1
//! kernel search: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 3 | value uint 2
//! kernel search: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 4 | value uint 3
//! kernel search: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 4 | value uint 0
//! launch 64/16 40/8 24
kernel void search(global uint *found, global const uint *words,
                     global const uint *wanted, uint rounds) {
  const size_t i = get_global_id(0);
  const uint word = words[i], target = chain(word + wanted[i]);
  for (uint round = 0; round < rounds; ++round)
    if (chain(word + round) == target)
      found[i * 4 + round % 4] += round + 1;
}

// All lanes search the same, and more than one result is found.
//! kernel search_bits: inout uint[n*4] zero | in uint[n] random | in uint[n] range 0 3 | value uint 41
//! launch 64/16 40/8 24
kernel void search_bits(global uint *found, global const uint *words,
                          global const uint *wanted, uint rounds) {
  const size_t i = get_global_id(0);
  const uint word = words[i], target = chain(word + wanted[i]) & 7;
  for (uint round = 0; round < rounds; ++round)
    if ((chain(word + round) & 7) == target)
      found[i * 4 + round % 4] = found[i * 4] * 3 + round;
}
