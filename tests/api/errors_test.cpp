#include <engd/error.hpp>

#include "small.h"

namespace engd::testing {
namespace {

TEST(ApiError, SaysAllOfItsParts) {
  const Error plain(ErrorCode::failed, "the disk is full");
  EXPECT_STREQ(plain.what(), "the disk is full");
  EXPECT_EQ(plain.message(), "the disk is full");
  EXPECT_EQ(plain.line(), 0);
  Error error(ErrorCode::input, "a.toml", "wrong", 3, 4, "    x\n    ^");
  EXPECT_STREQ(error.what(), "a.toml:3:4: wrong\n    x\n    ^");
  error = plain;
  EXPECT_EQ(error.code(), ErrorCode::failed);
}

TEST(ApiVersion, IsThatOfTheHeaders) {
  EXPECT_STREQ(version(), ENGD_VERSION_TEXT);
  EXPECT_EQ(std::to_string(ENGD_VERSION_MAJOR) + "." + std::to_string(ENGD_VERSION_MINOR) + "." +
                std::to_string(ENGD_VERSION_PATCH),
            ENGD_VERSION_TEXT);
}

}  // namespace
}  // namespace engd::testing
