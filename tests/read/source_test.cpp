#include "read/source.h"

#include <gtest/gtest.h>

#include "read/bare_text.h"
#include "read/value.h"

namespace engd::read {
namespace {

SourcePtr source_of(const std::string& text) {
  return std::make_shared<const Source>(Source{"f.toml", text, true});
}

TEST(Source, PositionsAndBytesAreInverse) {
  const std::string text =
      "ab\nc\xC3\xA4"
      "d\r\n\nx";
  for (std::size_t byte : {0, 1, 2, 3, 4, 6, 7, 8, 9, 10}) {
    EXPECT_EQ(byte_offset(text, position_of(text, byte)), byte) << byte;
  }
  const Position after_umlaut = position_of(text, 6);
  EXPECT_EQ(after_umlaut.line, 2);
  EXPECT_EQ(after_umlaut.column, 3);
}

TEST(Source, PositionsBeyondTheEndAreTheEnd) {
  EXPECT_EQ(byte_offset("ab\nc", {9, 1}), 4u);
  EXPECT_EQ(byte_offset("ab\nc", {2, 9}), 4u);
}

/// For every kind of TOML string, each character of the value must be found where it stands.
TEST(Source, EveryCharacterOfAStringIsFoundInTheFile) {
  const std::vector<std::string> documents{
      "a = 'x+y*z'",
      "a = \"x+y*z\"",
      "b = 1\na = '''\nx+\ny*z'''",
      "a = \"\"\"\nx+\ny*z\"\"\"",
      "a = \"\"\"\r\nx+\r\ny*z\"\"\"",
      "a = \"\"\"x+ \\\n    y*z\"\"\"",
      "a = \"\"\"x \"\" y\"\"\"\"",  // ends with a quote of its own
      "a = '''x ' y''''",
      "# \xC3\xA4\xC3\xB6\na = 'x' # y",
  };
  for (const std::string& document : documents) {
    const Value root = parse_toml(source_of(document));
    const Value& value = root.find("a")->value;
    for (std::size_t i = 0; i < value.text.size(); ++i) {
      const Span span = value.span(i, 1);
      const char in_file = document[span.begin];
      EXPECT_EQ(value.text[i], in_file == '\r' ? '\n' : in_file) << document << " at " << i;
    }
    const char closing = document[value.span(value.text.size(), 0).begin];
    EXPECT_TRUE(closing == '"' || closing == '\'') << document;
  }
}

TEST(Source, EscapesTakeSeveralCharactersOfTheFile) {
  const std::string document = R"(a = "\tx\u00e4y\U0001F600z\\w")";
  const Value root = parse_toml(source_of(document));
  const Value& value = root.find("a")->value;
  for (char letter : {'x', 'y', 'z', 'w'}) {
    EXPECT_EQ(document[value.span(value.text.find(letter), 1).begin], letter);
  }
  // Both bytes of the umlaut stand at its backslash.
  EXPECT_EQ(value.span(2, 1).begin, document.find("\\u00e4"));
  EXPECT_EQ(value.span(3, 1).begin, document.find("\\u00e4"));
}

TEST(Source, CaretStandsUnderTheToken) {
  const std::string document = "a = 1\nresidual\t= \"\xC3\xA4 + uu\"\n";
  const std::size_t at = document.find("uu");
  const std::string message = error_with_caret(*source_of(document), {at, 2}, "what").what();
  EXPECT_EQ(message,
            "f.toml:2:17: what\n"
            "    residual = \"\xC3\xA4 + uu\"\n"
            "                    ^~");
}

TEST(Source, CaretEndsWithTheLine) {
  const std::string document = "ab\ncd";
  const std::string message = error_with_caret(*source_of(document), {1, 4}, "what").what();
  EXPECT_EQ(message, "f.toml:1:2: what\n    ab\n     ^");
  EXPECT_EQ(std::string(error_with_caret(*source_of(document), {99, 4}, "end").what()),
            "f.toml:2:3: end\n    cd\n      ^");
}

TEST(Source, OverridesHaveNoLineNumbers) {
  const Source source{"--set a=x+y", "x+y", false};
  EXPECT_STREQ(error_with_caret(source, {2, 1}, "what").what(),
               "--set a=x+y: what\n    x+y\n      ^");
}

TEST(Source, CharactersBeyondAsciiStandInStringsAndComments) {
  const auto byte = [](const std::string& text) { return bare_non_ascii(text); };
  for (const std::string fine :
       {"a = 'ä'", "a = \"ä\\\"ä\" # ä", "a = \"\"\"ä\n\"ä\"\"\"\"\nb = 1", "a = '''\n'ä'''",
        "\xEF\xBB\xBF a = 1", "# ä\na = 1", "", "a = \"ä", "a.\"ä\" = 1", "a = [ 'ä',\n 'é' ]",
        "a = { b = 1, 'ä' = \"é\" }", "['ä']", "[a.'ä']", "\"ä\" = 1",
        "[[a.b]] # ä\n'ä'.b.\"ä\" = 1979-05-27 07:32:00 # ä",
        "a = [ # ä\n{ 'ä' = [1, 'ä'] }, # ä\n]", "a = {}\r\n# ä\r\n[b]\r\nc = 1.5e3\r\nd = 'ä'"})
    EXPECT_EQ(byte(fine), std::string::npos) << fine;
  EXPECT_EQ(byte("ä = 1"), 0u);
  EXPECT_EQ(byte("a = 'b'\n  é = 1"), 10u);
  EXPECT_EQ(byte("a = \"\"\"b\"\"\" é"), 12u);
  EXPECT_EQ(byte("a = 0.\"é\""), 7u);  // no string begins there
  EXPECT_EQ(byte("a = 1 'é'"), 7u);
  EXPECT_EQ(byte("a = 'b' 'é'"), 9u);
  for (const std::string lost :
       {"a = 1{\"é\"",  "a = 1=\"é\"", "a = [\n1=\"é\"]", "a = {\n\"é\"", "a\"é\" = 1",
        "a \"é\" = 1",  "a = \n\"é\"", "[a\n\"é\"]",      "[a = \"é\"]",  "a = 1 ]\n# é",
        "a = [1}, 'é'", "a = 'b\n'é'", "a { 'é'",         "a = 1, 'é'",   "a = # é",
        "[a # é",       "a # é",       "a = { # é",       "a b = 'é'",    "a = 1\n[[b] = 'é'"})
    EXPECT_NE(byte(lost), std::string::npos) << lost;
  try {
    parse_toml(source_of("a = 1\nb = é"));
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "f.toml:2:5: TOML syntax: a character that is neither ASCII nor in quotes or a "
                 "comment");
  }
  const Value bare =
      parse_override_value(std::make_shared<const Source>(Source{"--set t=é", "é", false}));
  EXPECT_EQ(bare.text, "é");
}

}  // namespace
}  // namespace engd::read
