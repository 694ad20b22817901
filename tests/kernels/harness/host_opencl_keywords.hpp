// OpenCL C's keywords as C++, for the inclusion of a .cl file; host_opencl_end.hpp takes them away.
// No guard: both come once for each file.
#define kernel
#define global
#define local static // a variable; parameters are declared with __local
#define __local
#define constant const
#define private
#define generic
#define volatile
#define restrict
