#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/error.h"

namespace engd {

/// The action must throw InputError with `part` in its message.
template <class Action>
void expect_input_error(Action&& action, const std::string& part) {
  try {
    action();
    ADD_FAILURE() << "no InputError with \"" << part << '"';
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
        << "the message is \"" << error.what() << "\", expected \"" << part << '"';
  }
}

}  // namespace engd
