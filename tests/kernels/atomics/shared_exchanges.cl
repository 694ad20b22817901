// Compare-and-exchange operations of all lanes, or some, on one word: each lane finds what the one
// before it left. In one work-group that waits for nothing, work-items come one after another.
//! reference
//! launch 64/64 33/33 13/13 1/1
//! types int uint long
//! kernel one_word_$T: inout $T[64] range 0 3 | out $T[n] | in $T[n] range 0 3 | in $T[n] range 0 3
//! kernel one_word_$T: inout $T[64] range 0 1 | out $T[n] | in $T[n] range 0 1 | in $T[n]
//! kernel once_$T: inout $T[64] zero | out $T[n] | in $T[n] range 1 9 | in $T[n]
//! kernel some_$T: inout $T[64] range 0 3 | out $T[n] | in $T[n] range 0 3 | in $T[n] range 0 3
//! kernel quotients_$T: inout $T[64] range 0 3 | out $T[n] | in $T[n] range 0 3 | in $T[n] range 0 3

#define EXCHANGES(NAME, T, WORD, EXPECTED, CONDITION)                                              \
  kernel void NAME##_##T(volatile global atomic_##T *words, global T *old, global const T *in,     \
                         global const T *wanted) {                                                 \
    size_t i = get_global_id(0);                                                                   \
    T expected = EXPECTED;                                                                         \
    bool done = false;                                                                             \
    if (CONDITION)                                                                                 \
      done = atomic_compare_exchange_strong(&words[WORD], &expected, in[i]);                       \
    old[i] = expected * 2 + done;                                                                  \
  }
#define ALL(T)                                                                                     \
  EXCHANGES(one_word, T, 0, wanted[i], true)                                                       \
  EXCHANGES(once, T, 0, 0, true)                                                                   \
  EXCHANGES(some, T, 0, wanted[i], in[i] & 1)                                                      \
  EXCHANGES(quotients, T, i / 32, wanted[i], true)

ALL(int)
ALL(uint)
ALL(long)
