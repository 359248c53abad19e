#pragma once

#include <functional>

namespace engd {

/// Works on the jobs 0 .. jobs-1, on up to so many threads at once; begins them in their order.
///
/// `work(k, dropped)` does a job on some thread. `take(k)` is called in the thread of the caller,
/// in the order of the jobs, after each has ended. Where it returns false the later jobs are
/// dropped: those that have not begun never begin, those at work are to look at `dropped()` and
/// end, and none of them is taken. So what is taken does not depend on which job ends first. The
/// exception of a job is thrown where the job would be taken. While the caller waits for a job,
/// `meanwhile()` is called in its thread, again and again after some hundredths of a second.
void in_order(
    int jobs, int threads,
    const std::function<void(int job, const std::function<bool()>& dropped)>& work,
    const std::function<bool(int job)>& take, const std::function<void()>& meanwhile = [] {});

}  // namespace engd
