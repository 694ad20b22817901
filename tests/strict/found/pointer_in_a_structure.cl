// global: 16
// argument: buffer 64
// argument: buffer 60
// first: 15
typedef struct {
  global const int *in;
  global int *out;
  int n;
} Job;

void step(const Job *job, int i) { job->out[i] = job->in[i]; } // finds: out-of-bounds

kernel void pointer_in_a_structure(global const int *in, global int *out) {
  Job job = {in, out, 16}, copy = job;
  int i = get_global_id(0);
  if (i < copy.n)
    step(&copy, i);
}
