#pragma once

#include <string>

#include "read/value.h"

namespace engd::read {

/// Applies one "a.b=v" of --set to the tree of a problem file. Parts of the key are names, or
/// numbers from 0 (or the names of terms) inside lists. Missing tables are made: whether their
/// names mean anything is checked when the sections are read.
void apply_override(Value& root, const std::string& argument);

}  // namespace engd::read
