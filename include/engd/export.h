#pragma once

/// Marks what the shared library shows. Everything else in it is hidden.
#define ENGD_API __attribute__((visibility("default")))
/// Marks what belongs to a class that is shown and is not shown itself.
#define ENGD_HIDDEN __attribute__((visibility("hidden")))
