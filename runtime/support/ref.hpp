// A counted reference from one object of ours to another.
#ifndef HEDDLE_RUNTIME_SUPPORT_REF_HPP
#define HEDDLE_RUNTIME_SUPPORT_REF_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

namespace heddle {

/// Counts through T::retain() and T::release(), the references that we hold; those of the
/// application are counted apart (runtime/object.hpp).
template <typename T> class Ref {
public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T *object) : pointer(object) {
    if (pointer)
      pointer->retain();
  }
  explicit Ref(T &object) : Ref(&object) {}
  /// Takes over a reference that is already counted: that of a new object.
  static Ref adopt(T *object) {
    Ref reference;
    reference.pointer = object;
    return reference;
  }

  Ref(const Ref &other) : Ref(other.pointer) {}
  Ref(Ref &&other) noexcept : pointer(std::exchange(other.pointer, nullptr)) {}
  template <typename U>
    requires std::is_convertible_v<U *, T *>
  Ref(Ref<U> other) : pointer(other.detach()) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~Ref() {
    if (pointer)
      pointer->release();
  }

  T *get() const { return pointer; }
  T &operator*() const { return *pointer; }
  T *operator->() const { return pointer; }
  explicit operator bool() const { return pointer != nullptr; }
  bool operator==(const Ref &other) const = default;
  /// Gives the counted reference away to the caller.
  T *detach() { return std::exchange(pointer, nullptr); }

private:
  T *pointer = nullptr;
};

} // namespace heddle

#endif
