#include "results/model_file.h"

#include <cstdlib>
#include <limits>

#include "common/files.h"

namespace engd::results {
namespace {

namespace fs = std::filesystem;
using testing::contents;
using testing::input_error_of;
using testing::TemporaryFolder;

Model example() {
  Model model;
  model.network.layers = {5, 3};
  model.network.activation = network::Activation::swish;
  model.network.normalize = true;
  model.box = {{0, -1}, {1, 2.5}};
  model.variables = {"x", "y"};
  model.unknowns = {"u", "p"};
  model.problem_text = "[problem]\ntitle = \"\xC3\xA4\"\n";
  model.overrides = {"a.b=1", "network.layers=[5, 3]"};
  model.seeds.resize(3);
  for (std::size_t k = 0; k < 3; ++k) {
    model.seeds[k].seed = 9 + k;  // seed_10 sorts before seed_9 by name
    for (int i = 0; i < 41; ++i) {
      model.seeds[k].parameters.push_back(1.0 / (3.0 + i + static_cast<double>(k)));
    }
  }
  model.seeds[2].parameters[0] = std::numeric_limits<double>::infinity();
  return model;
}

TEST(ModelFile, RoundTripIsExact) {
  const TemporaryFolder base;
  const Model model = example();
  save_model(base.path() / "model.h5", model);
  const Model back = load_model(base.path() / "model.h5");
  EXPECT_EQ(back.network.layers, model.network.layers);
  EXPECT_EQ(back.network.activation, model.network.activation);
  EXPECT_EQ(back.network.normalize, model.network.normalize);
  EXPECT_EQ(back.box.lower, model.box.lower);
  EXPECT_EQ(back.box.upper, model.box.upper);
  EXPECT_EQ(back.variables, model.variables);
  EXPECT_EQ(back.unknowns, model.unknowns);
  EXPECT_EQ(back.problem_text, model.problem_text);
  EXPECT_EQ(back.overrides, model.overrides);
  ASSERT_EQ(back.seeds.size(), model.seeds.size());
  for (std::size_t k = 0; k < back.seeds.size(); ++k) {
    EXPECT_EQ(back.seeds[k].seed, model.seeds[k].seed);
    EXPECT_EQ(back.seeds[k].parameters, model.seeds[k].parameters);
  }
}

// Files without further networks are of format 1, which older programs read.
TEST(ModelFile, FurtherNetworksComeBack) {
  const TemporaryFolder base;
  Model model = example();
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(contents(base.path() / "model.h5").find("format 1\n"), std::string::npos);
  model.corrections.resize(2);
  model.corrections[0].layers = {5, 7};
  model.corrections[1].activation = network::Activation::sin;
  const std::vector<double> scale(model.unknowns.size(), 1e-9);
  model.seeds[0].corrections = {{{1, 2, 3}, scale}, {{4, 5}, scale}};
  model.seeds[1].corrections = {{{6}, scale}};
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(contents(base.path() / "model.h5").find("format 2\n"), std::string::npos);
  const Model back = load_model(base.path() / "model.h5");
  ASSERT_EQ(back.corrections.size(), 2u);
  EXPECT_EQ(back.corrections[0].layers, (std::vector<int>{5, 7}));
  EXPECT_EQ(back.corrections[1].activation, network::Activation::sin);
  ASSERT_EQ(back.seeds[0].corrections.size(), 2u);
  EXPECT_EQ(back.seeds[0].corrections[1].parameters, (std::vector<double>{4, 5}));
  EXPECT_EQ(back.seeds[0].corrections[1].scale, scale);
  EXPECT_EQ(back.seeds[1].corrections.size(), 1u);
  EXPECT_TRUE(back.seeds[2].corrections.empty());
}

TEST(ModelFile, ScalesOfUnknownsComeBack) {
  const TemporaryFolder base;
  Model model = example();
  model.scale.assign(model.unknowns.size(), 1e5);
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(contents(base.path() / "model.h5").find("format 7\n"), std::string::npos);
  EXPECT_EQ(load_model(base.path() / "model.h5").scale, model.scale);
  model.scale.push_back(1);
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(input_error_of([&] {
              load_model(base.path() / "model.h5");
            }).find("the scales of the network do not fit the unknowns"),
            std::string::npos);
}

TEST(ModelFile, FeaturesOfTheNetworkComeBack) {
  const TemporaryFolder base;
  Model model = example();
  model.network.periodic = {1};
  model.network.harmonics = 4;
  model.network.fourier = {7, {1, 0.5}, 9, true, 0.25};
  model.network.skip = true;
  model.network.separable = 5;
  model.corrections = {model.network};
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(contents(base.path() / "model.h5").find("format 3\n"), std::string::npos);
  const Model back = load_model(base.path() / "model.h5");
  EXPECT_EQ(back.network.periodic, (std::vector<int>{1}));
  EXPECT_EQ(back.network.harmonics, 4);
  EXPECT_EQ(back.corrections[0].periodic, (std::vector<int>{1}));
  EXPECT_EQ(back.network.fourier.count, 7);
  EXPECT_EQ(back.network.fourier.scale, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(back.network.fourier.seed, 9u);
  EXPECT_TRUE(back.network.fourier.trainable);
  EXPECT_EQ(back.network.fourier.width, 0.25);
  EXPECT_TRUE(back.network.skip);
  EXPECT_EQ(back.network.separable, 5);
}

// Older programs would look for weights that are not there.
TEST(ModelFile, ConnectionsComeBackInAFormatOfTheirOwn) {
  const TemporaryFolder base;
  for (const bool further : {false, true}) {
    Model model = example();
    if (further) model.corrections = {model.network};
    (further ? model.corrections[0] : model.network).connections = 1;
    save_model(base.path() / "model.h5", model);
    EXPECT_NE(contents(base.path() / "model.h5").find("format 5\n"), std::string::npos);
    const Model back = load_model(base.path() / "model.h5");
    EXPECT_EQ(back.network.connections, further ? 0 : 1);
    ASSERT_EQ(back.corrections.size(), further ? 1u : 0u);
    for (const network::Options& network : back.corrections) EXPECT_EQ(network.connections, 1);
    (further ? model.corrections[0] : model.network).connections = 7;
    save_model(base.path() / "model.h5", model);
    EXPECT_NE(input_error_of([&] {
                load_model(base.path() / "model.h5");
              }).find("the connections make no sense"),
              std::string::npos);
  }
}

TEST(ModelFile, TrainedFeaturesNeedNoLayers) {
  const TemporaryFolder base;
  Model model = example();
  model.network.layers.clear();
  model.network.fourier = {7, {1}, 9, true, 0.25};
  save_model(base.path() / "model.h5", model);
  EXPECT_TRUE(load_model(base.path() / "model.h5").network.layers.empty());
  model.network.fourier.trainable = false;
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(
      input_error_of([&] { load_model(base.path() / "model.h5"); }).find("there are no layers"),
      std::string::npos);
}

// Older programs do not know kinds, and would take such a network for a perceptron.
TEST(ModelFile, KindsComeBack) {
  const TemporaryFolder base;
  for (const bool further : {false, true}) {
    Model model = example();
    model.corrections.resize(1);
    network::Options& options = further ? model.corrections[0] : model.network;
    options.kind = "rbf";
    options.layers = {9};
    save_model(base.path() / "model.h5", model);
    EXPECT_NE(contents(base.path() / "model.h5").find("format 6\n"), std::string::npos);
    const Model back = load_model(base.path() / "model.h5");
    EXPECT_EQ((further ? back.corrections[0] : back.network).kind, "rbf");
    EXPECT_EQ((further ? back.network : back.corrections[0]).kind, "");
    const auto message = [&] {
      save_model(base.path() / "model.h5", model);
      return input_error_of([&] { load_model(base.path() / "model.h5"); });
    };
    options.layers = {9, 9};
    EXPECT_NE(message().find("kind = \"rbf\" has one layer"), std::string::npos);
    options.kind = "rgb";
    EXPECT_NE(message().find("the kind of network 'rgb' is not known"), std::string::npos);
  }
}

// Windows of time need a format of their own, or older programs would leave them out.
TEST(ModelFile, WindowsComeBack) {
  const TemporaryFolder base;
  Model model = example();
  model.corrections.resize(1);
  const std::vector<double> scale(model.unknowns.size(), 1e-9);
  model.seeds[0].windows = {{{{1, 2}, {}}, {{3}, scale}}, {{{4, 5}, {}}}};
  save_model(base.path() / "model.h5", model);
  EXPECT_NE(contents(base.path() / "model.h5").find("format 4\n"), std::string::npos);
  const Model back = load_model(base.path() / "model.h5");
  ASSERT_EQ(back.seeds[0].windows.size(), 2u);
  ASSERT_EQ(back.seeds[0].windows[0].size(), 2u);
  EXPECT_EQ(back.seeds[0].windows[0][0].parameters, (std::vector<double>{1, 2}));
  EXPECT_EQ(back.seeds[0].windows[0][1].parameters, (std::vector<double>{3}));
  EXPECT_EQ(back.seeds[0].windows[0][1].scale, scale);
  EXPECT_EQ(back.seeds[0].windows[1][0].parameters, (std::vector<double>{4, 5}));
  EXPECT_TRUE(back.seeds[1].windows.empty());
}

TEST(ModelFile, EveryActivationComesBack) {
  const TemporaryFolder base;
  using network::Activation;
  for (Activation activation : {Activation::tanh, Activation::sin, Activation::gelu,
                                Activation::swish, Activation::softplus}) {
    Model model = example();
    model.network.activation = activation;
    save_model(base.path() / "model.h5", model);
    EXPECT_EQ(load_model(base.path() / "model.h5").network.activation, activation);
  }
}

TEST(ModelFile, MissingAndForeignFiles) {
  const TemporaryFolder base;
  const auto message = [](const fs::path& path) {
    return input_error_of([&] { load_model(path); });
  };
  const std::string quoted = "'" + (base.path() / "m").string() + "'";
  EXPECT_EQ(message(base.path() / "m"), "cannot read the model file " + quoted);
  EXPECT_EQ(message(base.path()), "cannot read the model file '" + base.path().string() + "'");
  for (const std::string& text : {std::string(), std::string("short"), std::string(5000, 'x'),
                                  std::string("\x89HDF\r\n\x1a\n") + std::string(2000, '\0')}) {
    base.write("m", text);
    EXPECT_EQ(message(base.path() / "m"), quoted + " is not a model file of engd");
  }
}

TEST(ModelFile, DamageAnywhereIsFound) {
  const TemporaryFolder base;
  save_model(base.path() / "good", example());
  const std::string good = contents(base.path() / "good");
  for (std::size_t at = 30; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    const fs::path path = base.write("bad", bad);
    const std::string message = input_error_of([&] { load_model(path); });
    EXPECT_NE(message.find("is damaged: its checksum does not match"), std::string::npos) << at;
  }
  for (std::size_t length : {good.size() - 1, good.size() / 2, std::size_t{512}}) {
    const fs::path path = base.write("bad", good.substr(0, length));
    EXPECT_NE(input_error_of([&] { load_model(path); }), "") << length;
  }
}

TEST(ModelFile, ANewerFormatIsSaidSo) {
  const TemporaryFolder base;
  save_model(base.path() / "m", example());
  std::string text = contents(base.path() / "m");
  testing::replace(text, "format 1", "format 8");
  base.write("m", text);
  EXPECT_EQ(
      input_error_of([&] { load_model(base.path() / "m"); }),
      "'" + (base.path() / "m").string() + "' has format 8; this program reads up to format 7");
}

TEST(ModelFile, ContentsThatDoNotFitAreRefused) {
  const TemporaryFolder base;
  const auto message = [&](auto change) {
    Model model = example();
    change(model);
    save_model(base.path() / "m", model);
    return input_error_of([&] { load_model(base.path() / "m"); });
  };
  const std::string start = "the model file '" + (base.path() / "m").string() + "' is damaged: ";
  EXPECT_EQ(message([](Model& m) {
              m.corrections.resize(1);
              m.seeds[0].corrections = {{{1}, std::vector<double>(9, 1.0)}};
            }),
            start + "the scales of a network do not fit the unknowns");
  EXPECT_EQ(message([](Model& m) {
              m.seeds[0].corrections = {{{1}, std::vector<double>(m.unknowns.size(), 1.0)}};
            }),
            start + "a seed has more networks than the model");
  EXPECT_EQ(message([](Model& m) {
              m.network.layers = {5, 0};
            }),
            start + "a layer has no sensible width");
  EXPECT_EQ(message([](Model& m) { m.network.periodic = {2}; }),
            start + "a periodic coordinate is none");
  EXPECT_EQ(message([](Model& m) {
              m.network.periodic = {1};
              m.network.harmonics = 0;
            }),
            start + "the harmonics make no sense");
  EXPECT_EQ(message([](Model& m) {
              m.network.fourier.count = 3;
              m.network.fourier.scale = {1, 2, 3};
            }),
            start + "the Fourier features make no sense");
  EXPECT_EQ(message([](Model& m) { m.box.lower = {0}; }),
            start + "the box does not fit the variables");
  EXPECT_EQ(message([](Model& m) { m.unknowns.clear(); }),
            start + "the box does not fit the variables");
  EXPECT_EQ(
      message([](Model& m) { m.network.activation = static_cast<network::Activation::Kind>(77); }),
      start + "HDF5 failed: activation");
}

TEST(ModelFile, AFileThatCannotBeWritten) {
  const TemporaryFolder base;
  try {
    save_model(base.path() / "no/folder/m", example());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write '" + (base.path() / "no/folder/m").string() +
                                             "': No such file or directory");
  }
}

TEST(ModelFile, AFullDiskIsAnError) {
  const TemporaryFolder base;
  Model model = example();
  model.seeds[0].parameters.assign(100000, 1.0);
  std::string message;
  {
    const testing::FullDisk full(4000);
    try {
      save_model(base.path() / "m", model);
    } catch (const std::runtime_error& error) {
      message = error.what();
    }
  }
  EXPECT_EQ(message.find("cannot write '" + (base.path() / "m").string() + "'"), 0u) << message;
  save_model(base.path() / "m2", model);  // and the next one is fine
  EXPECT_EQ(load_model(base.path() / "m2").seeds[0].parameters, model.seeds[0].parameters);
}

TEST(ModelFile, OtherProgramsReadIt) {
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import h5py' 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "no h5py here";
  }
  const TemporaryFolder base;
  save_model(base.path() / "model.h5", example());
  const fs::path script = base.write("read.py", R"(
import h5py, sys
f = h5py.File(sys.argv[1], "r")
assert list(f["network/layers"]) == [5, 3]
assert f["network/activation"][0] == b"swish"
assert list(f["network/upper"]) == [1.0, 2.5]
assert [v.decode() for v in f["variables"]] == ["x", "y"]
assert f["seed_9/parameters"].shape == (41,) and f["seed_9/parameters"][0] == 1 / 3
)");
  EXPECT_EQ(
      std::system(
          (python + " " + script.string() + " " + (base.path() / "model.h5").string()).c_str()),
      0);
}

}  // namespace
}  // namespace engd::results
