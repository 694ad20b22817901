// Loops that stage factors in local memory. The compiler stages several rounds before it multiplies
// them: every number of rounds, and all ways to write, leave and read what lies there.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <cstring>
#include <functional>

namespace heddle::test {
namespace {

constexpr unsigned rows = 32, columns = 16, depth = 16; // of a work-group; of a round

/// Which rounds of A and of B meet, for so many rounds; how often.
using Meetings = std::vector<std::pair<unsigned, unsigned>>;

/// Words of two rows; columns of the whole matrix; the columns of one round after another.
enum class LayoutB { words, columns, tiles };

struct Style {
  const char *name;
  const char *body;
  std::function<Meetings(unsigned rounds)> meetings;
  LayoutB layout = LayoutB::words;
  unsigned fewest = 0; ///< rounds
};

Meetings inOrder(unsigned rounds) {
  Meetings result;
  for (unsigned round = 0; round < rounds; ++round)
    result.emplace_back(round, round);
  return result;
}

Meetings twice(unsigned rounds) {
  Meetings result = inOrder(rounds), again = result;
  result.insert(result.end(), again.begin(), again.end());
  return result;
}

// Four sub-groups have 8 rows each. B has words of two rows.
constexpr char kernelText[] = R"(
typedef struct { ushort a[ROWS * DEPTH]; uint b[DEPTH / 2 * COLUMNS]; } tile;

void stage_a(local ushort *to, const global ushort *a, int rounds, int round) {
  for (int i = ITEM; i < ROWS * DEPTH; i += 64)
    to[i] = a[(i / DEPTH) * rounds * DEPTH + round * DEPTH + i % DEPTH];
}
void stage_b(local uint *to, const global uint *b, int round) {
  for (int i = ITEM; i < DEPTH / 2 * COLUMNS; i += 64)
    to[i] = b[round * (DEPTH / 2) * COLUMNS + i];
}
float8 product(const local ushort *a, const local uint *b, float8 sum) {
  const int lane = get_sub_group_local_id();
  short8 f;
  int8 g;
  for (int r = 0; r < 8; ++r) {
    f[r] = a[(get_sub_group_id() * 8 + r) * DEPTH + lane];
    g[r] = b[r * COLUMNS + lane];
  }
  return intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum);
}
// B is in columns, each lane reads one.
float8 product_by_columns(const local ushort *a, const local ushort *b, float8 sum) {
  const int lane = get_sub_group_local_id();
  short8 f;
  for (int r = 0; r < 8; ++r)
    f[r] = a[(get_sub_group_id() * 8 + r) * DEPTH + lane];
  return intel_sub_group_bf16_bf16_matrix_mad_k16(f, *(const local int8 *)(b + lane * DEPTH), sum);
}
// Blocks of a sub-group.
float8 product_of_blocks(const local ushort *a, const local uint *b, float8 sum) {
  short8 f;
  int8 g;
  for (int r = 0; r < 8; ++r) {
    ((ushort *)&f)[r] = intel_sub_group_block_read_us(a + (get_sub_group_id() * 8 + r) * DEPTH);
    ((uint *)&g)[r] = intel_sub_group_block_read(b + r * COLUMNS);
  }
  return intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum);
}
#define STAGE_GUARDED(buffer, round)                                                               \
  {                                                                                                \
    for (int i = 0; i < 8; ++i) {                                                                  \
      const int e = ITEM + 64 * i, row = e / DEPTH, k = (round)*DEPTH + e % DEPTH;                 \
      t[buffer].a[e] =                                                                             \
          row < ROWS && k < rounds * DEPTH ? a[row * rounds * DEPTH + k] : (ushort)0;              \
    }                                                                                              \
    for (int i = 0; i < 2; ++i) {                                                                  \
      const int e = ITEM + 64 * i, w = (round)*DEPTH / 2 * COLUMNS + e;                            \
      t[buffer].b[e] = w < rounds * DEPTH / 2 * COLUMNS ? b[w] : 0;                                \
    }                                                                                              \
  }
#define IN_TILES(i) (round * COLUMNS * DEPTH + (i))
#define IN_COLUMNS(i) ((i) / DEPTH * rounds * DEPTH + round * DEPTH + (i) % DEPTH)
#define BY_COLUMNS(COPY)                                                                           \
  local ushort ta[ROWS * DEPTH], tb[COLUMNS * DEPTH];                                              \
  const global ushort *from = (const global ushort *)b;                                            \
  const int id = ITEM;                                                                             \
  for (int round = 0; round < rounds; ++round) {                                                   \
    stage_a(ta, a, rounds, round);                                                                 \
    COPY                                                                                           \
    WAIT;                                                                                          \
    sum = product_by_columns(ta, tb, sum);                                                         \
    WAIT;                                                                                          \
  }
#define PAIR(i, from_i) *(local ushort2 *)(tb + (i)) = *(const global ushort2 *)(from + (from_i));
#define PAIRS_IN_A_LOOP(PLACE)                                                                     \
  for (int i = id * 2; i < COLUMNS * DEPTH; i += 128)                                              \
    PAIR(i, PLACE(i))
#define COUNTED(PLACE)                                                                             \
  for (int r = 0; r < 4; ++r)                                                                      \
    tb[id + 64 * r] = from[PLACE(id + 64 * r)];
#define SIDE_BY_SIDE(PLACE)                                                                        \
  for (int r = 0; r < 4; ++r)                                                                      \
    tb[id * 4 + r] = from[PLACE(id * 4 + r)];
#define STATEMENTS(PLACE)                                                                          \
  PAIR(id * 2 + 128, PLACE(id * 2 + 128)) PAIR(id * 2, PLACE(id * 2))
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#define STAGE(t, round)                                                                            \
  {                                                                                                \
    stage_a((t).a, a, rounds, round);                                                              \
    stage_b((t).b, b, round);                                                                      \
  }
#define STAGE_IF_THERE(t, round)                                                                   \
  if ((round) < rounds)                                                                            \
  STAGE(t, round)
#define PRODUCT(t) sum = product((t).a, (t).b, sum);

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1)))
kernel void products(global const ushort *a, global const uint *b, global float *d, int rounds,
                     local ushort *la, local uint *lb) {
  const int lane = get_sub_group_local_id();
  float8 sum = 0;
  BODY
  for (int r = 0; r < 8; ++r)
    d[(get_sub_group_id() * 8 + r) * COLUMNS + lane] = sum[r];
}
)";

const Style styles[] = {
    {"OneBuffer", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    STAGE(t, round)
    WAIT;
    PRODUCT(t)
    WAIT;
  })",
     inOrder},
    {"LocalArguments", R"(
  for (int round = 0; round < rounds; ++round) {
    stage_a(la, a, rounds, round);
    stage_b(lb, b, round);
    WAIT;
    sum = product(la, lb, sum);
    WAIT;
  })",
     inOrder},
    {"OneLocalArgument", R"(
  local uint tb[DEPTH / 2 * COLUMNS];
  for (int again = 0; again < 2; ++again)
    for (int round = 0; round < rounds; ++round) {
      stage_a(la, a, rounds, round);
      stage_b(tb, b, round);
      WAIT;
      sum = product(la, tb, sum);
      WAIT;
    })",
     twice},
    // Some other work-item's rows, of a round before: what is not written stays.
    {"HalfStaged", R"(
  local ushort ta[ROWS * DEPTH];
  local uint tb[DEPTH / 2 * COLUMNS];
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0)
      stage_a(ta, a, rounds, round);
    if (round % 2 == 1 || round == 0)
      stage_b(tb, b, round);
    WAIT;
    sum = product(ta, tb, sum);
    WAIT;
  })",
     [](unsigned rounds) {
       Meetings result;
       for (unsigned round = 0; round < rounds; ++round)
         result.emplace_back(round / 2 * 2, round == 0 ? 0 : (round - 1) / 2 * 2 + 1);
       return result;
     }},
    // Elements wait in registers while the round before is multiplied.
    {"ThroughRegisters", R"(
  local tile t;
  const int id = ITEM;
  if (rounds > 0) {
    STAGE(t, 0)
    WAIT;
    uint2 next_b = 0;
    ushort8 next_a = 0;
    for (int round = 0; round < rounds; ++round) {
      if (round + 1 < rounds) {
        next_b = vload2(0, b + (round + 1) * (DEPTH / 2) * COLUMNS + 2 * id);
        next_a = vload8(0, a + (id / 2) * rounds * DEPTH + (round + 1) * DEPTH + id % 2 * 8);
      }
      PRODUCT(t)
      WAIT;
      vstore2(next_b, id, t.b);
      vstore8(next_a, id, t.a);
      WAIT;
    }
  })",
     inOrder},
    // Read a round ahead and stored in the round that multiplies: pieces of A, a value of B.
    {"ReadAhead", R"(
  local tile t;
  const int id = ITEM;
  if (rounds > 0) {
    ushort next_a[8];
    for (int i = 0; i < 8; ++i)
      next_a[i] = a[(id + 64 * i) / DEPTH * rounds * DEPTH + id % DEPTH];
    uint2 next_b = vload2(0, b + 2 * id);
    for (int round = 0; round < rounds; ++round) {
      WAIT;
      for (int i = 0; i < 8; ++i)
        t.a[id + 64 * i] = next_a[i];
      vstore2(next_b, id, t.b);
      WAIT;
      if (round + 1 < rounds) {
        for (int i = 0; i < 8; ++i)
          next_a[i] = a[((id + 64 * i) / DEPTH * rounds + round + 1) * DEPTH + id % DEPTH];
        next_b = vload2(0, b + (round + 1) * (DEPTH / 2) * COLUMNS + 2 * id);
      }
      PRODUCT(t)
    }
  })",
     inOrder},
    // Some rounds stage once more what the round before has staged.
    {"ReadAheadAtTimes", R"(
  local tile t;
  const int id = ITEM;
  if (rounds > 0) {
    ushort8 next_a = vload8(0, a + (id / 2) * rounds * DEPTH + id % 2 * 8);
    uint2 next_b = vload2(0, b + 2 * id);
    for (int round = 0; round < rounds; ++round) {
      WAIT;
      vstore8(next_a, id, t.a);
      vstore2(next_b, id, t.b);
      WAIT;
      if (round + 2 < rounds)
        next_a = vload8(0, a + ((id / 2) * rounds + round + 1) * DEPTH + id % 2 * 8);
      if (round % 2 == 0 && round + 1 < rounds)
        next_b = vload2(0, b + (round + 1) * (DEPTH / 2) * COLUMNS + 2 * id);
      PRODUCT(t)
    }
  })",
     [](unsigned rounds) {
       Meetings result;
       for (unsigned round = 0; round < rounds; ++round)
         result.emplace_back(round + 1 == rounds && round > 0 ? round - 1 : round,
                             round == 0 ? 0 : (round - 1) / 2 * 2 + 1);
       return result;
     }},
    {"ReadAheadIntoTwoBuffers", R"(
  local tile t[2];
  const int id = ITEM;
  int buffer = 0;
  if (rounds > 0) {
    ushort8 next_a = vload8(0, a + (id / 2) * rounds * DEPTH + id % 2 * 8);
    uint2 next_b = vload2(0, b + 2 * id);
    vstore8(next_a, id, t[0].a);
    vstore2(next_b, id, t[0].b);
    for (int round = 0; round < rounds; ++round) {
      WAIT;
      if (round + 1 < rounds) {
        next_a = vload8(0, a + ((id / 2) * rounds + round + 1) * DEPTH + id % 2 * 8);
        next_b = vload2(0, b + (round + 1) * (DEPTH / 2) * COLUMNS + 2 * id);
      }
      PRODUCT(t[buffer])
      if (round + 1 < rounds) {
        vstore8(next_a, id, t[1 - buffer].a);
        vstore2(next_b, id, t[1 - buffer].b);
      }
      buffer = 1 - buffer;
    }
  })",
     inOrder},
    {"TwoBuffers", R"(
  local tile t[2];
  int buffer = 0;
  STAGE_IF_THERE(t[0], 0)
  WAIT;
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds) {
      stage_a(t[1 - buffer].a, a, rounds, round + 1);
      stage_b(t[1 - buffer].b, b, round + 1);
    }
    PRODUCT(t[buffer])
    WAIT;
    buffer = 1 - buffer;
  })",
     inOrder},
    // Elements inside, and zero behind the last round; read as blocks; barriers where another round
    // follows.
    {"GuardedBlocks", R"(
  local tile t[2];
  int buffer = 0;
  const int all = rounds + 1;
  STAGE_GUARDED(0, 0)
  WAIT;
  for (int round = 0; round < all; ++round) {
    const int next = round + 1;
    const bool follows = next < all;
    sum = product_of_blocks(t[buffer].a, t[buffer].b, sum);
    if (follows) {
      const int other = 1 - buffer;
      WAIT;
      STAGE_GUARDED(other, next)
      WAIT;
      buffer = other;
    }
  })",
     inOrder},
    // The last round is done behind the loop, as it stages nothing.
    {"LastBehindTheLoop", R"(
  local tile t[2];
  int buffer = 0;
  if (rounds > 0) {
    STAGE(t[0], 0)
    WAIT;
    for (int round = 0; round < rounds - 1; ++round) {
      stage_a(t[1 - buffer].a, a, rounds, round + 1);
      stage_b(t[1 - buffer].b, b, round + 1);
      PRODUCT(t[buffer])
      WAIT;
      buffer = 1 - buffer;
    }
    PRODUCT(t[buffer])
  })",
     inOrder},
    // Two rounds at once, the last two behind the loop, where one is staged.
    {"LastTwoBehindTheLoop", R"(
  local tile t[2];
  const int pairs = rounds / 2;
  if (pairs > 0) {
    STAGE(t[0], 0)
    WAIT;
    for (int pair = 0; pair < pairs - 1; ++pair) {
      PRODUCT(t[0])
      STAGE(t[1], 2 * pair + 1)
      WAIT;
      PRODUCT(t[1])
      STAGE(t[0], 2 * pair + 2)
      WAIT;
    }
    PRODUCT(t[0])
    STAGE(t[1], 2 * pairs - 1)
    WAIT;
    PRODUCT(t[1])
  })",
     [](unsigned rounds) { return inOrder(rounds / 2 * 2); }},
    // Two rounds ahead.
    {"ThreeBuffers", R"(
  local tile t[3];
  STAGE_IF_THERE(t[0], 0)
  STAGE_IF_THERE(t[1], 1)
  for (int round = 0; round < rounds; ++round) {
    WAIT;
    STAGE_IF_THERE(t[(round + 2) % 3], round + 2)
    PRODUCT(t[round % 3])
  })",
     inOrder},
    {"ThreeCounted", R"(
  local tile t[3];
  for (int i = 0; i < 2; ++i)
    STAGE_IF_THERE(t[i], i)
  WAIT;
  int now = 0, ahead = 2;
  for (uint round = 0; round < rounds; ++round) {
    STAGE_IF_THERE(t[ahead], round + 2)
    PRODUCT(t[now])
    WAIT;
    now = now == 2 ? 0 : now + 1, ahead = ahead == 2 ? 0 : ahead + 1;
  })",
     inOrder},
    // What is left is multiplied behind the loop.
    {"ThreeDrained", R"(
  local tile t[3];
  STAGE(t[0], 0)
  STAGE(t[1], 1)
  WAIT;
  int now = 0, next = 1, ahead = 2;
  for (int round = 0; round < rounds - 2; ++round) {
    STAGE(t[ahead], round + 2)
    PRODUCT(t[now])
    WAIT;
    const int last = now;
    now = next, next = ahead, ahead = last;
  }
  PRODUCT(t[now]) PRODUCT(t[next]))",
     inOrder, LayoutB::words, 2},
    // Each buffer is written again as soon as all have read it.
    {"ThreeRefilled", R"(
  local tile t[3];
  STAGE_IF_THERE(t[0], 0)
  STAGE_IF_THERE(t[1], 1)
  STAGE_IF_THERE(t[2], 2)
  WAIT;
  for (int round = 0; round < rounds; ++round) {
    PRODUCT(t[round % 3])
    WAIT;
    STAGE_IF_THERE(t[round % 3], round + 3)
    WAIT;
  })",
     inOrder},
    // The last round multiplies what was staged three rounds before.
    {"ThreeButTheLast", R"(
  local tile t[3];
  STAGE(t[0], 0)
  STAGE(t[1], 1)
  WAIT;
  for (int round = 0; round < rounds; ++round) {
    if (round + 3 < rounds)
      STAGE(t[(round + 2) % 3], round + 2)
    PRODUCT(t[round % 3])
    WAIT;
  })",
     [](unsigned rounds) {
       Meetings result = inOrder(rounds);
       result.back() = {rounds - 4, rounds - 4};
       return result;
     },
     LayoutB::words, 4},
    // In pairs, of which the last one may be half.
    {"PairsWithRest", R"(
  local tile t[2];
  const int k = rounds * DEPTH, pairs = k / (2 * DEPTH), rest = k - pairs * 2 * DEPTH;
  STAGE_GUARDED(0, 0)
  WAIT;
  for (int pair = 0; pair < pairs; ++pair) {
    PRODUCT(t[0])
    WAIT;
    STAGE_GUARDED(1, 2 * pair + 1)
    WAIT;
    PRODUCT(t[1])
    if ((pair + 1) * 2 * DEPTH < k) {
      WAIT;
      STAGE_GUARDED(0, 2 * pair + 2)
      WAIT;
    }
  }
  if (rest > 0)
    PRODUCT(t[0]))",
     inOrder},
    {"PairsOrHalf", R"(
  local tile t[2];
  STAGE_GUARDED(0, 0)
  WAIT;
  for (int round = 0; round < rounds; round += 2) {
    if (round + 1 < rounds)
      STAGE_GUARDED(1, round + 1)
    PRODUCT(t[0])
    WAIT;
    if (round + 2 < rounds)
      STAGE_GUARDED(0, round + 2)
    if (round + 1 < rounds)
      PRODUCT(t[1])
    WAIT;
  })",
     inOrder},
    {"WrittenAsBlocks", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    const int part = get_sub_group_id();
    for (int r = part * 8; r < part * 8 + 8; ++r)
      intel_sub_group_block_write_us(
          t.a + r * DEPTH, intel_sub_group_block_read_us(a + (r * rounds + round) * DEPTH));
    intel_sub_group_block_write2(
        t.b + part * 2 * COLUMNS,
        intel_sub_group_block_read2(b + (round * DEPTH / 2 + part * 2) * COLUMNS));
    WAIT;
    sum = product_of_blocks(t.a, t.b, sum);
    WAIT;
  })",
     inOrder},
    {"SplitBarriers", R"(
  local tile t[3];
  int buffer = 0;
  STAGE_IF_THERE(t[0], 0)
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    const int next = buffer == 2 ? 0 : buffer + 1;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
    STAGE_IF_THERE(t[next], round + 1)
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
    PRODUCT(t[buffer])
    buffer = next;
  }
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);)",
     inOrder},
    {"Copies", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    event_t copies = 0;
    for (int r = 0; r < ROWS; ++r)
      copies = async_work_group_copy(t.a + r * DEPTH, a + (r * rounds + round) * DEPTH, DEPTH,
                                     copies);
    copies = async_work_group_copy(t.b, b + round * (DEPTH / 2) * COLUMNS, DEPTH / 2 * COLUMNS,
                                   copies);
    wait_group_events(1, &copies);
    PRODUCT(t)
    WAIT;
  })",
     inOrder},
    {"SomeRounds", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    STAGE(t, round)
    WAIT;
    if (round % 3 != 1)
      PRODUCT(t)
    WAIT;
  })",
     [](unsigned rounds) {
       Meetings result = inOrder(rounds);
       std::erase_if(result, [](const auto &meeting) { return meeting.first % 3 == 1; });
       return result;
     }},
    {"InALoop", R"(
  local tile t;
  for (int again = 0; again < 2; ++again)
    for (int round = 0; round < rounds; ++round) {
      STAGE(t, round)
      WAIT;
      PRODUCT(t)
      WAIT;
    })",
     twice},
    {"TwoLoops", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    STAGE(t, round)
    WAIT;
    PRODUCT(t)
    WAIT;
  }
  for (int round = rounds; round-- > 0;) {
    STAGE(t, round)
    WAIT;
    PRODUCT(t)
    WAIT;
  })",
     twice},
    // B is written in front of the loop.
    {"OneOfThem", R"(
  local ushort ta[ROWS * DEPTH];
  local uint tb[DEPTH / 2 * COLUMNS];
  if (rounds > 0)
    stage_b(tb, b, rounds / 2);
  WAIT;
  for (int round = 0; round < rounds; ++round) {
    stage_a(ta, a, rounds, round);
    WAIT;
    sum = product(ta, tb, sum);
    WAIT;
  })",
     [](unsigned rounds) {
       Meetings result = inOrder(rounds);
       for (auto &[a, b] : result)
         b = rounds / 2;
       return result;
     }},
    // The last round is there behind the loop.
    {"LastOnceMore", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    WAIT;
    STAGE(t, round)
    WAIT;
    PRODUCT(t)
  }
  if (rounds > 0)
    PRODUCT(t))",
     [](unsigned rounds) {
       Meetings result = inOrder(rounds);
       if (rounds > 0)
         result.emplace_back(rounds - 1, rounds - 1);
       return result;
     }},
    // Each round of the second loop reads what is there, and then stages the first round again.
    {"SecondLoopOfOneRound", R"(
  local ushort ta[ROWS * DEPTH];
  local uint tb[DEPTH / 2 * COLUMNS];
  const int id = get_local_id(0);
  for (int round = 0; round < rounds; ++round) {
    for (int i = id; i < ROWS * DEPTH; i += 64)
      ta[i] = a[i / DEPTH * rounds * DEPTH + round * DEPTH + i % DEPTH];
    for (int i = id; i < DEPTH / 2 * COLUMNS; i += 64)
      tb[i] = b[round * DEPTH / 2 * COLUMNS + i];
    WAIT;
    sum = product(ta, tb, sum);
    WAIT;
  }
  for (int again = 0; again < 3; ++again) {
    sum = product(ta, tb, sum);
    WAIT;
    for (int i = id; i < ROWS * DEPTH; i += 64)
      ta[i] = a[i / DEPTH * rounds * DEPTH + i % DEPTH];
    for (int i = id; i < DEPTH / 2 * COLUMNS; i += 64)
      tb[i] = b[i];
    WAIT;
  })",
     [](unsigned rounds) {
       Meetings result = inOrder(rounds);
       result.insert(result.end(), {{rounds - 1, rounds - 1}, {0, 0}, {0, 0}});
       return result;
     },
     LayoutB::words, 1},
    // Half of the sub-groups have ended; the others stage and multiply for them.
    {"OthersEnded", R"(
  local tile t;
  if (get_sub_group_id() % 2 == 1)
    return;
  float8 next = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int which = 0; which < 2; ++which) {
      const int id = ITEM / 32 * 32 + which * 16 + lane;
      for (int i = id; i < ROWS * DEPTH; i += 64)
        t.a[i] = a[(i / DEPTH) * rounds * DEPTH + round * DEPTH + i % DEPTH];
      for (int i = id; i < DEPTH / 2 * COLUMNS; i += 64)
        t.b[i] = b[round * (DEPTH / 2) * COLUMNS + i];
    }
    WAIT;
    PRODUCT(t)
    next = product(t.a + 8 * DEPTH, t.b, next);
    WAIT;
  }
  for (int r = 0; r < 8; ++r)
    d[(get_sub_group_id() * 8 + 8 + r) * COLUMNS + lane] = next[r];)",
     inOrder},
    // What is staged depends on sums.
    {"OfSums", R"(
  local tile t;
  for (int round = 0; round < rounds; ++round) {
    stage_a(t.a, a, rounds, sum[0] == -7.5f ? 0 : round);
    stage_b(t.b, b, round);
    WAIT;
    PRODUCT(t)
    WAIT;
  })",
     inOrder},
    // Or on what was staged: rows change places in local memory.
    {"InPlace", R"(
  local tile t;
  local int which[1];
  which[0] = 0;
  WAIT;
  for (int round = 0; round < rounds; ++round) {
    const int now = which[0];
    WAIT;
    STAGE(t, now)
    if (get_local_linear_id() == 0)
      which[0] = now + 1;
    WAIT;
    PRODUCT(t)
    WAIT;
  })",
     inOrder},
    // Ways to copy what is read in larger pieces.
    {"PairsOfColumns", "BY_COLUMNS(PAIRS_IN_A_LOOP(IN_COLUMNS))", inOrder, LayoutB::columns},
    {"PairsOfTiles", "BY_COLUMNS(PAIRS_IN_A_LOOP(IN_TILES))", inOrder, LayoutB::tiles},
    {"CountedColumns", "BY_COLUMNS(COUNTED(IN_COLUMNS))", inOrder, LayoutB::columns},
    {"CountedTiles", "BY_COLUMNS(COUNTED(IN_TILES))", inOrder, LayoutB::tiles},
    {"SideBySideInColumns", "BY_COLUMNS(SIDE_BY_SIDE(IN_COLUMNS))", inOrder, LayoutB::columns},
    {"SideBySideInTiles", "BY_COLUMNS(SIDE_BY_SIDE(IN_TILES))", inOrder, LayoutB::tiles},
    {"StatementsOfColumns", "BY_COLUMNS(STATEMENTS(IN_COLUMNS))", inOrder, LayoutB::columns},
    {"StatementsOfTiles", "BY_COLUMNS(STATEMENTS(IN_TILES))", inOrder, LayoutB::tiles},
    // The loop ends where local memory says so.
    {"EndInLocalMemory", R"(
  local tile t;
  local int left[1];
  if (get_local_linear_id() == 0)
    left[0] = rounds;
  WAIT;
  for (int round = 0; left[0] > 0; ++round) {
    WAIT;
    STAGE(t, round)
    if (get_local_linear_id() == 0)
      --left[0];
    WAIT;
    PRODUCT(t)
    WAIT;
  })",
     inOrder},
};

std::string text(const Style &style) {
  std::string result = kernelText;
  return result.replace(result.find("BODY"), 4, style.body);
}

/// Tiles whose places are known are read where they come from, and others stay. An offset of an
/// ND-range of one dimension is none in the others, which the compiler does not know.
enum class Ids { known, unknown };

std::string options(Ids ids) {
  return "-cl-std=CL3.0 -D ROWS=" + std::to_string(rows) +
         " -D COLUMNS=" + std::to_string(columns) + " -D DEPTH=" + std::to_string(depth) +
         (ids == Ids::known ? " -D ITEM=get_local_linear_id()"
                            : " -D ITEM=(get_local_linear_id()^get_global_offset(1))");
}

std::size_t placeInB(LayoutB layout, std::size_t i, std::size_t column, std::size_t k) {
  switch (layout) {
  case LayoutB::words:
    return (i / 2 * columns + column) * 2 + i % 2;
  case LayoutB::columns:
    return column * k + i;
  case LayoutB::tiles:
    return (i / depth * columns + column) * depth + i % depth;
  }
  return 0;
}

using StagedRoundsTest = MatrixDeviceTest;

class StagedRoundsTableTest : public StagedRoundsTest, public testing::WithParamInterface<Style> {
protected:
  void run(Ids ids);
};

TEST_P(StagedRoundsTableTest, AnyNumber) { run(Ids::known); }
TEST_P(StagedRoundsTableTest, AnyNumberOfUnknownIds) { run(Ids::unknown); }

void StagedRoundsTableTest::run(Ids ids) {
  const BuiltProgram built = device().buildSource(text(GetParam()), options(ids));
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  for (unsigned rounds : {0u, 1u, 2u, 7u, 8u, 9u, 16u, 21u}) {
    if (rounds < GetParam().fewest)
      continue;
    const unsigned k = rounds * depth;
    Random random(rounds + 1);
    std::vector<int> a(std::size_t(rows) * k), b(std::size_t(columns) * k);
    for (std::vector<int> *numbers : {&a, &b})
      for (int &number : *numbers)
        number = static_cast<int>(random.below(9)) - 4;
    // One element more: no buffer is empty.
    std::vector<std::uint16_t> elements(a.size() + 2), pairs(b.size() + 2);
    for (std::size_t i = 0; i < a.size(); ++i)
      elements[i] = bfloatOfFloat(static_cast<float>(a[i]));
    for (unsigned i = 0; i < k; ++i)
      for (unsigned column = 0; column < columns; ++column)
        pairs[placeInB(GetParam().layout, i, column, k)] =
            bfloatOfFloat(static_cast<float>(b[std::size_t(i) * columns + column]));
    std::vector<float> expected(rows * columns);
    for (const auto &[ofA, ofB] : GetParam().meetings(rounds))
      for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = 0; column < columns; ++column)
          for (unsigned i = 0; i < depth; ++i)
            expected[row * columns + column] +=
                static_cast<float>(a[std::size_t(row) * k + ofA * depth + i] *
                                   b[std::size_t(ofB * depth + i) * columns + column]);
    const auto bytesOf = [](const auto &values) {
      Bytes bytes(values.size() * sizeof(values[0]));
      std::memcpy(bytes.data(), values.data(), bytes.size());
      return bytes;
    };
    const Bytes wanted = bytesOf(expected);
    EXPECT_EQ(device().run(built.program, "products", {bytesOf(elements), bytesOf(pairs)},
                           wanted.size(), {64}, {64}, {rounds},
                           {2 * rows * depth, 2 * depth * columns}),
              wanted)
        << rounds << " rounds";
  }
  clReleaseProgram(built.program);
}

// CL_KERNEL_LOCAL_MEM_SIZE is what the kernel declares, whatever the compiler adds to it.
TEST_F(StagedRoundsTest, LocalMemorySize) {
  const BuiltProgram built = device().buildSource(text(styles[0]), options(Ids::unknown));
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  cl_kernel kernel = clCreateKernel(built.program, "products", nullptr);
  cl_ulong bytes = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device().id(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                     &bytes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(bytes, 2 * rows * depth + 2 * depth * columns);
  // With arguments, whose copies are not told, either.
  EXPECT_EQ(clSetKernelArg(kernel, 4, 256, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device().id(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes,
                                     &bytes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(bytes, 2 * rows * depth + 2 * depth * columns + 256);
  clReleaseKernel(kernel);
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Table, StagedRoundsTableTest, testing::ValuesIn(styles),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::test
