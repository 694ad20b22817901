// Much to compute for each byte: how well work-items fill the vector unit.

kernel void mandelbrot(global int *iterations, int width, float left, float top, float step,
                       int limit) {
  int column = get_global_id(0), row = get_global_id(1);
  float re = left + column * step, im = top + row * step;
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4.0f)
      break;
    y = 2.0f * x * y + im;
    x = xx - yy + re;
    ++count;
  }
  iterations[row * width + column] = count;
}

// Positions and masses as float4; the force of all on each.
kernel void nbody(global const float4 *bodies, global float4 *forces, int count, float softening) {
  int self = get_global_id(0);
  float4 at = bodies[self];
  float fx = 0.0f, fy = 0.0f, fz = 0.0f;
  for (int other = 0; other < count; ++other) {
    float4 body = bodies[other];
    float dx = body.x - at.x, dy = body.y - at.y, dz = body.z - at.z;
    float inverse = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, softening))));
    float pull = body.w * inverse * inverse * inverse;
    fx = fma(dx, pull, fx);
    fy = fma(dy, pull, fy);
    fz = fma(dz, pull, fz);
  }
  forces[self] = (float4)(fx, fy, fz, 0.0f);
}

// Eight independent chains, as many as two units with a latency of four need.
kernel void fma_peak(global float *out, float factor, float term) {
  float start = get_global_id(0);
  float c0 = start, c1 = start + 1, c2 = start + 2, c3 = start + 3;
  float c4 = start + 4, c5 = start + 5, c6 = start + 6, c7 = start + 7;
  for (int round = 0; round < 1024; ++round) {
    c0 = fma(c0, factor, term);
    c1 = fma(c1, factor, term);
    c2 = fma(c2, factor, term);
    c3 = fma(c3, factor, term);
    c4 = fma(c4, factor, term);
    c5 = fma(c5, factor, term);
    c6 = fma(c6, factor, term);
    c7 = fma(c7, factor, term);
  }
  out[get_global_id(0)] = ((c0 + c1) + (c2 + c3)) + ((c4 + c5) + (c6 + c7));
}

float normalDistribution(float x) { return 0.5f + 0.5f * erf(x * 0.70710678f); }

kernel void black_scholes(global const float *stock, global const float *strike,
                          global const float *years, global float *call, global float *put,
                          float rate, float volatility) {
  size_t i = get_global_id(0);
  float s = stock[i], t = years[i], spread = volatility * sqrt(t);
  float d1 = (log(s / strike[i]) + (rate + 0.5f * volatility * volatility) * t) / spread;
  float paid = strike[i] * exp(-rate * t);
  float price = s * normalDistribution(d1) - paid * normalDistribution(d1 - spread);
  call[i] = price;
  put[i] = price + paid - s;
}

constant uint roundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The compression of one SHA-256 block for each work-item; the block is made from its number.
kernel void sha256(global uint *digests, uint salt) {
  uint number = get_global_id(0);
  uint words[16];
  for (int i = 0; i < 16; ++i)
    words[i] = number * 2654435761u + i * salt;

  uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int i = 0; i < 64; ++i) {
    if (i >= 16) {
      uint early = words[(i + 1) & 15], late = words[(i + 14) & 15];
      words[i & 15] += (rotate(early, 25u) ^ rotate(early, 14u) ^ (early >> 3)) +
                       words[(i + 9) & 15] +
                       (rotate(late, 15u) ^ rotate(late, 13u) ^ (late >> 10));
    }
    uint a = state[0], b = state[1], c = state[2], e = state[4];
    uint first = state[7] + (rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u)) +
                 ((e & state[5]) ^ (~e & state[6])) + roundConstants[i] + words[i & 15];
    uint second =
        (rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u)) + ((a & b) ^ (a & c) ^ (b & c));
    for (int j = 7; j > 0; --j)
      state[j] = state[j - 1];
    state[4] += first;
    state[0] = first + second;
  }
  uint digest = 0;
  for (int i = 0; i < 8; ++i)
    digest ^= state[i];
  digests[number] = digest;
}

// C = A B, an element for each work-item and nothing shared.
kernel void sgemm_naive(global const float *a, global const float *b, global float *c, int size) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < size; ++k)
    sum = fma(a[row * size + k], b[k * size + column], sum);
  c[row * size + column] = sum;
}
