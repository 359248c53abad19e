#pragma once

namespace engd::report {

/// How every page looks: the content of its <style>.
extern const char* const style;

}  // namespace engd::report
