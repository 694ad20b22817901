// The three shapes of an entry point. Each turns results into what C expects and lets no exception
// out.
#ifndef HEDDLE_ICD_ENTRY_HPP
#define HEDDLE_ICD_ENTRY_HPP

#include "icd/info_value.hpp"
#include "runtime/object.hpp"
#include "runtime/support/log.hpp"

#include <new>
#include <system_error>
#include <utility>

namespace heddle {

/// Runs the function and turns what it throws into the specification's code.
template <typename Function> cl_int guarded(Function &&function) noexcept {
  try {
    return function();
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception &error) {
    // A thread, a file or another thing of the system that could not be had.
    log(LogTopic::api, "%s", error.what());
    return CL_OUT_OF_RESOURCES;
  }
}

/// An entry point that returns a status: function() -> cl_int.
template <typename Function> cl_int returnStatus(Function &&function) noexcept {
  return guarded(std::forward<Function>(function));
}

/// An entry point that creates an object: function() -> Result<Ref<T>>. The application gets its
/// first reference, or null; errcodeRet may be null.
template <typename Function> auto createObject(cl_int *errcodeRet, Function &&function) noexcept {
  using ObjectType = std::remove_reference_t<decltype(*function().value())>;
  typename ObjectType::Handle *handle = nullptr;
  cl_int status = guarded([&]() -> cl_int {
    auto result = function();
    if (!result)
      return result.error();
    (*result)->retainForApplication();
    handle = (*result)->handle();
    return CL_SUCCESS;
  });
  if (errcodeRet)
    *errcodeRet = status;
  return handle;
}

/// An entry point that answers a query: function(InfoValue) -> cl_int.
template <typename Function>
cl_int answerQuery(std::size_t size, void *value, std::size_t *sizeRet,
                   Function &&function) noexcept {
  return guarded([&] { return function(InfoValue(size, value, sizeRet)); });
}

/// clRetainXxx: one more reference of the application, or the error for a bad handle.
template <typename T> cl_int retainHandle(typename T::Handle *handle, cl_int invalid) noexcept {
  T *object = fromHandle<T>(handle);
  if (!object)
    return invalid;
  object->retainForApplication();
  return CL_SUCCESS;
}

/// clReleaseXxx: one reference fewer, or the error for a bad handle or one that the application
/// does not hold any more.
template <typename T> cl_int releaseHandle(typename T::Handle *handle, cl_int invalid) noexcept {
  return guarded([&] {
    T *object = fromHandle<T>(handle);
    return object && object->releaseForApplication() ? CL_SUCCESS : invalid;
  });
}

} // namespace heddle

#endif
