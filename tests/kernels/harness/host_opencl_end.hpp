// Takes away what host_opencl_keywords.hpp defined.
#undef kernel
#undef global
#undef local
#undef __local
#undef constant
#undef private
#undef generic
#undef volatile
#undef restrict
