#pragma once

#include <cstddef>
#include <cstdint>

/// What libFuzzer and the replay of kept inputs call: returns for every input, or ends the program
/// where one breaks a promise (a crash, an exception that is no message for users, more than a
/// second).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
