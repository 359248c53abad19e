#include "api/turn.h"

#include <engd/error.hpp>

namespace engd::api {

namespace {

std::shared_mutex blas;
thread_local bool solving = false;

}  // namespace

SolveTurn::SolveTurn(int threads) {
  if (solving)
    throw Error(
        ErrorCode::busy,
        "a solve was begun inside an observer, a step rule or an activation of another one");
  if (threads == 1)
    together_ = std::shared_lock(blas);
  else
    alone_ = std::unique_lock(blas);
  solving = true;
}

SolveTurn::~SolveTurn() {
  solving = false;
}

EvaluationTurn::EvaluationTurn() {
  if (!solving) together_ = std::shared_lock(blas);
}

}  // namespace engd::api
