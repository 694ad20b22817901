/// Lets a scalar .cl file be compiled as C++, work-item by work-item: its own host reference.
///
///   #include "tests/kernels/harness/host_opencl.hpp"
///   #include "tests/kernels/harness/host_opencl_keywords.hpp"
///   namespace branches {
///   #include "tests/kernels/control_flow/branches.cl"
///   }
///   #include "tests/kernels/harness/host_opencl_end.hpp"
///   … references.add("control_flow/branches/if_else", hostKernel(branches::if_else));
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_HOST_OPENCL_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_HOST_OPENCL_HPP

#include "tests/kernels/harness/reference.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace heddle::test::host {

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

inline Item currentItem;
inline const Launch *currentLaunch;

inline uint get_work_dim() { return currentLaunch->workDim; }
inline size_t get_global_id(uint d) { return d < 3 ? currentItem.globalId[d] : 0; }
inline size_t get_global_offset(uint d) { return d < 3 ? currentLaunch->globalOffset[d] : 0; }
inline size_t get_global_size(uint d) { return d < 3 ? currentLaunch->globalSize[d] : 1; }
inline size_t get_local_id(uint d) { return d < 3 ? currentItem.localId[d] : 0; }
inline size_t get_local_size(uint d) { return d < 3 ? currentItem.localSize[d] : 1; }
inline size_t get_enqueued_local_size(uint d) { return d < 3 ? currentLaunch->localSize[d] : 1; }
inline size_t get_group_id(uint d) { return d < 3 ? currentItem.groupId[d] : 0; }
inline size_t get_num_groups(uint d) { return d < 3 ? currentLaunch->numGroups(d) : 1; }
inline size_t get_local_linear_id() { return currentItem.localLinearId; }
inline size_t get_global_linear_id() {
  const Launch &launch = *currentLaunch;
  size_t id[3];
  for (uint d = 0; d < 3; ++d)
    id[d] = currentItem.globalId[d] - launch.globalOffset[d];
  return (id[2] * launch.globalSize[1] + id[1]) * launch.globalSize[0] + id[0];
}

template <typename T> T min(T a, T b) { return b < a ? b : a; }
template <typename T> T max(T a, T b) { return a < b ? b : a; }
inline int atomic_inc(int *p) { return (*p)++; }

/// A reference that calls `kernel` for each work-item with the buffers and values of the case.
template <typename... Arguments> References::Function hostKernel(void (*kernel)(Arguments...)) {
  return [kernel](Case &c) {
    currentLaunch = &c.launch;
    c.forEachItem([&](const Item &item) {
      currentItem = item;
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto argument = [&]<typename T>(std::type_identity<T>, std::size_t i) -> T {
          if constexpr (std::is_pointer_v<T>)
            return c.buffer<std::remove_pointer_t<T>>(i);
          else
            return c.value<T>(i);
        };
        kernel(argument(std::type_identity<Arguments>{}, I)...);
      }(std::index_sequence_for<Arguments...>{});
    });
  };
}

} // namespace heddle::test::host

#endif
