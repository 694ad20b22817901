// Atomic operations whose old values are stored, on words that all lanes of a sub-group have in
// common, some of them, or none. In one work-group that waits for nothing, work-items come one after
// another.
//! reference
//! launch 64/64 33/33 13/13 1/1
//! types int uint long
//! kernel add_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel add_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 0 2
//! kernel add_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] permutation
//! kernel subtract_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel or_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel or_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 6 7
//! kernel xor_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel and_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel min_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel max_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel exchange_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel some_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel unseen_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n] range 7 7
//! kernel quotient_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n]
//! kernel one_word_$T: inout $T[64] | out $T[n] | in $T[n] | in uint[n]

#define WORDS(NAME, T, OPERATION)                                                                  \
  kernel void NAME##_##T(global T *words, global T *old, global const T *in,                       \
                         global const uint *place) {                                               \
    size_t i = get_global_id(0);                                                                   \
    volatile global atomic_##T *word = (volatile global atomic_##T *)&words[place[i]];             \
    T x = in[i];                                                                                   \
    OPERATION;                                                                                     \
  }
#define QUOTIENT(T)                                                                                \
  kernel void quotient_##T(global T *words, global T *old, global const T *in,                     \
                           global const uint *place) {                                             \
    size_t i = get_global_id(0);                                                                   \
    old[i] = atomic_fetch_xor((volatile global atomic_##T *)&words[i / 32], in[i]);                \
  }
#define ALL(T)                                                                                     \
  WORDS(add, T, old[i] = atomic_fetch_add(word, x))                                                \
  WORDS(subtract, T, old[i] = atomic_fetch_sub(word, x))                                           \
  WORDS(or, T, old[i] = atomic_fetch_or(word, x))                                                  \
  WORDS(xor, T, old[i] = atomic_fetch_xor(word, x))                                                \
  WORDS(and, T, old[i] = atomic_fetch_and(word, x))                                                \
  WORDS(min, T, old[i] = atomic_fetch_min(word, x))                                                \
  WORDS(max, T, old[i] = atomic_fetch_max(word, x))                                                \
  WORDS(exchange, T, old[i] = atomic_exchange(word, x))                                            \
  WORDS(some, T, if (x & 4) old[i] = atomic_fetch_xor(word, x); else old[i] = 0)                   \
  WORDS(unseen, T, atomic_fetch_add(word, x); old[i] = x)                                          \
  QUOTIENT(T)                                                                                      \
  kernel void one_word_##T(global T *words, global T *old, global const T *in,                     \
                           global const uint *place) {                                             \
    size_t i = get_global_id(0);                                                                   \
    old[i] = atomic_fetch_or((volatile global atomic_##T *)words, in[i] << (place[i] & 15));       \
  }

ALL(int)
ALL(uint)
ALL(long)
