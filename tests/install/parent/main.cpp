#include <engd/engd.hpp>

int main() {
  return engd::version()[0] == '0' ? 0 : 1;
}
