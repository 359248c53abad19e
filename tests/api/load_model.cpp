#include <cstdio>
#include <engd/engd.hpp>

int main(int, char** argv) {
  try {
    engd::load(argv[1]);
  } catch (const engd::Error& error) {
    std::puts(error.what());
    return 2;
  }
  return 0;
}
