#include "common/count_allocations.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<bool> counting{false};
std::atomic<std::size_t> calls{0}, bytes{0};

using Allocator = void* (*)(std::size_t);
std::atomic<Allocator> next{nullptr};

}  // namespace

// Stands before the allocator of the C library, or that of a sanitizer. Sanitizers are not ready
// when it is called first: this file is compiled without them.
extern "C" void* malloc(std::size_t size) noexcept {
  Dl_info caller;
  if (counting && dladdr(__builtin_return_address(0), &caller) &&
      !std::strstr(caller.dli_fname, "openblas")) {
    ++calls;
    bytes += size;
  }
  if (!next) next = reinterpret_cast<Allocator>(dlsym(RTLD_NEXT, "malloc"));
  return next.load()(size);
}

// Those of sanitizers would not come through malloc.
void* operator new(std::size_t size) {
  if (void* memory = malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return malloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace engd::testing {

void count_allocations(bool on) {
  counting = on;
}

Allocations take_allocations() {
  return {calls.exchange(0), bytes.exchange(0)};
}

}  // namespace engd::testing
