// From levels to the text of a problem file.
#include "pairs/problem_file.h"

#include <fmt/format.h>

#include <fstream>

#include "pairs/equation.h"
#include "pairs/spaces.h"

namespace engd::pairs {

namespace {

std::string quoted(const std::vector<std::string>& names) {
  return "[\"" + fmt::format("{}", fmt::join(names, "\", \"")) + "\"]";
}

class Writer {
 public:
  Writer(const Choice& choice, const Form& form)
      : choice_(choice),
        form_(form),
        space_(space_called(choice.of("space"))),
        equation_(choice, space_, form_) {
    for (std::size_t j = 0; form.moved && j < space_.coordinates.size(); ++j)
      space_.intervals[j] = fmt::format("{} = [{}, {}]", space_.coordinates[j],
                                        3 + 2 * space_.lower[j], 3 + 2 * space_.upper[j]);
  }

  ProblemFile write() {
    write_problem();
    write_names();
    write_subdomain();
    write_hard();
    write_equation();
    write_boundary();
    write_start();
    write_data();
    write_solution();
    write_networks();
    write_optimizers();
    text_ += "[evaluation]\n" + keys_of("evaluation");
    const bool free = choice_.is("solution", "free_reference");
    if (choice_.is("solution", "reference") || free)
      table("reference.csv", 9, {"u"}), text_ += "reference = \"reference.csv\"\n";
    if (free) text_ += "up_to = { u = \"constant\" }\n";
    write_units();
    file_.text = text_;
    return file_;
  }

 private:
  /// What the levels set in a table.
  std::string keys_of(const std::string& table) const {
    std::string keys;
    for (const Setting& setting : settings_of(choice_, table))
      keys += setting.key + " = " + with_resampling(setting.value) + "\n";
    return keys;
  }

  /// Rules that draw points say how often at the '@'.
  std::string with_resampling(std::string value) const {
    const auto at = value.find('@');
    if (at == std::string::npos) return value;
    const std::string& how = choice_.of("resample");
    std::string keys;
    if (how == "1" || how == "2") keys = ", resample = " + how;
    if (how == "rad" || how == "r3") keys = ", resample = 1, adapt = \"" + how + "\"";
    if (how == "rad_power") keys = ", resample = 2, adapt = \"rad\", power = 2, floor = 0.1";
    return value.replace(at, 1, keys);
  }

  void write_problem() {
    std::vector<std::string> declared = space_.declared;
    if (timed() && choice_.is("time", "tau"))
      declared.insert(declared.begin(), "tau");
    else if (timed())
      declared.push_back("t");
    text_ += "[problem]\nvariables = " + quoted(declared) + "\n";
    text_ += "unknowns = " + quoted(equation_.unknowns()) + "\n";
    if (choice_.is("time", "tau")) text_ += "time = \"tau\"\n";
    if (choice_.is("time", "plain_t")) text_ += "time = false\n";
    std::vector<std::string> domain = space_.intervals;
    if (!space_.is_box()) domain.insert(domain.begin(), space_.shape);
    if (timed()) domain.push_back(equation_.time() + " = [0, 0.5]");
    text_ += fmt::format("domain = {{ {} }}\n", fmt::join(domain, ", "));
    const std::string& periodic = choice_.of("periodic");
    std::vector<std::string> names;
    if (periodic == "first" || periodic == "both") names.push_back(equation_.first());
    if (periodic == "time" || periodic == "both") names.push_back(equation_.time());
    if (!names.empty()) text_ += "periodic = " + quoted(names) + "\n";
    text_ += keys_of("problem");
    if (choice_.is("space", "stl")) file_.files["cube.stl"] = cube_stl();
  }

  void write_names() {
    text_ += "[constants]\nk = 2\n";
    const std::string& coefficients = choice_.of("coefficients");
    if (coefficients != "none") text_ += "[coefficients]\n";
    if (coefficients == "plain" || coefficients == "both") text_ += "a = 0.7\n";
    if (coefficients == "positive" || coefficients == "both")
      text_ += "b = { start = 0.5, positive = true }\n";
    text_ += equation_.functions();
  }

  void write_subdomain() {
    if (choice_.is("subdomain", "none")) return;
    std::vector<double> centre = space_.centre;
    centre.resize(static_cast<std::size_t>(space_.shape_dimension));
    text_ += fmt::format("[subdomains.core]\nshape = \"{}\"\ncenter = [{}]\nradius = {}\n",
                         space_.shape_dimension == 2 ? "disk" : "ball", fmt::join(centre, ", "),
                         space_.radius / 2);
  }

  void write_hard() {
    const std::string& how = choice_.of("boundary");
    if (!how.starts_with("hard")) return;
    const bool around = choice_.is("periodic", "first") || choice_.is("periodic", "both");
    text_ += "[hard.u]\nvalue = \"" + (around ? "0.2" : "0.2*" + equation_.place()) + "\"\n";
    if (how == "hard_auto") text_ += "on = " + quoted(sides()) + "\n";
    if (how == "hard_start") text_ += "on = \"" + time_is(0) + "\"\n";
    if (how == "hard_all") {
      std::vector<std::string> all = sides();
      all.push_back(time_is(0));
      text_ += "on = " + quoted(all) + "\n";
    };
    if (how == "hard_given")
      text_ += fmt::format("on = \"{}\"\ndistance = \"{}\"\n",
                           space_.is_box() ? "boundary." + equation_.first() : sides().front(),
                           space_.distance);
  }

  /// A face of time, by its name where the time is called t.
  std::string time_is(double time) const {
    if (choice_.is("time", "t")) return time == 0 ? "initial" : "final";
    return fmt::format("{} == {}", equation_.time(), time);
  }

  /// Rules by default have thousands of points in three dimensions and more.
  std::size_t dimension() const { return space_.coordinates.size() + (timed() ? 1 : 0); }

  /// All of the boundary but for the faces of time.
  std::vector<std::string> sides() const {
    if (!equation_.has_time()) return {"boundary"};
    if (!space_.is_box() || choice_.is("time", "t")) return {"lateral"};
    std::vector<std::string> faces;  // of a time with a name of its own
    const bool around = choice_.is("periodic", "first") || choice_.is("periodic", "both");
    for (std::size_t j = around ? 1 : 0; j < space_.coordinates.size(); ++j)
      faces.push_back("boundary." + space_.coordinates[j]);
    return faces;
  }

  /// The equation's terms: one, or several in other forms.
  void write_terms(const std::string& name, const std::string& on, const std::string& rest) {
    int number = 0;
    for (const std::string& formula : equation_.formulas())
      for (int half = 0; half < (form_.halves ? 2 : 1); ++half)
        text_ += fmt::format("[[term]]\nname = \"{}{}\"\non = \"{}\"\n", name,
                             number++ == 0 ? "" : std::to_string(number), on) +
                 formula + rest;
  }

  /// Where there would be thousands of points, or a matrix with a row and a column for each.
  std::string few_points() const {
    const bool is_kernel = choice_.of("solver").starts_with("kernel");
    if (dimension() > 2)
      return choice_.is("equation", "density") || is_kernel ? "points = 8\n" : "points = 64\n";
    return is_kernel ? "points = 8\n" : "";
  }

  /// The same where the points are written: an eigen-decomposition of a matrix with a row and a
  /// column for each row of the metric takes minutes from some thousands on.
  std::string for_kernels(std::string keys) const {
    if (dimension() < 3 || !choice_.of("solver").starts_with("kernel")) return keys;
    for (const std::string rule : {"grid = 4", "gauss = 3"})
      if (const auto at = keys.find(rule); at != std::string::npos)
        keys.replace(at + rule.size() - 1, 1, "2");
    return keys;
  }

  void write_equation() {
    std::string rest = for_kernels(keys_of("term"));
    if (choice_.is("points", "plain") && form_.grid > 0)
      rest += fmt::format("points = {{ grid = {} }}\n", form_.grid);
    else if (choice_.is("points", "plain"))
      rest += few_points();
    if (form_.halves && choice_.is("weight", "plain")) rest += "weight = 0.5\n";
    if (form_.halves && choice_.is("weight", "number")) rest.replace(rest.find("2.5"), 3, "1.25");
    if (form_.halves && choice_.is("weight", "formula")) rest.replace(rest.find("k^2"), 3, "k^2/2");
    if (choice_.is("points", "file")) table("inside.csv", 12, {});
    if (choice_.is("subdomain", "none")) return write_terms("equation", "interior", rest);
    for (const std::string part : {"inside", "outside"}) write_terms(part, part + ".core", rest);
    if (choice_.is("subdomain", "interface"))
      text_ += "[[term]]\nname = \"interface\"\non = \"interface.core\"\nresidual = \"dn(u) - " +
               equation_.unknowns().back() + "\"\npoints = 6\n";
  }

  void write_boundary() {
    const std::string& how = choice_.of("boundary");
    std::vector<std::string> residuals;
    std::vector<std::string> unknowns = equation_.unknowns();
    if (how.starts_with("hard") && how != "hard_start") unknowns.erase(unknowns.begin());
    if (how == "none" || unknowns.empty() || choice_.is("space", "none")) return;
    const bool around = choice_.is("periodic", "first") || choice_.is("periodic", "both");
    if (around && space_.coordinates.size() == 1) return;  // no boundary is left
    for (const std::string& u : unknowns) {
      if (how == "neumann")
        residuals.push_back("dn(" + u + ")");
      else if (how == "robin")
        residuals.push_back(fmt::format("dn({0}) + {0} - n_{1}", u, equation_.first()));
      else if (how == "jump")
        residuals.push_back(fmt::format("jump({})", u));
      else
        residuals.push_back(fmt::format("{} - 0.2*cos({})", u, equation_.place()));
    }
    std::string on = quoted(sides());
    if (how == "everywhere") on = "\"boundary\"";
    if (how == "faces")
      on = space_.is_box() ? quoted({"boundary.left", equation_.first() + " == 1"})
                           : fmt::format("\"{} and {} > 0.1\"", sides().front(), equation_.first());
    if (how == "jump") on = "\"boundary." + equation_.first() + ".min\"";
    text_ += "[[term]]\nname = \"sides\"\non = " + on + "\n";
    if (how == "density")
      text_ += fmt::format("density = \"({})^2 - 0.1*u\"\n", fmt::join(residuals, ")^2 + ("));
    else
      text_ += "residual = " + quoted(residuals) + "\n";
    if (how == "jump") text_ += "shift = \"" + equation_.first() + "\"\n";
    text_ += keys_of("boundary");
    if (choice_.is("boundary_points", "plain") && dimension() > 2) text_ += "points = 5\n";
    if (choice_.is("boundary_points", "file")) write_face_points();
  }

  void write_start() {
    const std::string& how = choice_.of("start");
    const std::string& boundary = choice_.of("boundary");
    const bool periodic = choice_.is("periodic", "time") || choice_.is("periodic", "both");
    const bool given = boundary == "hard_start" || boundary == "hard_all";
    if (!equation_.has_time() || periodic || how == "none") return;
    std::vector<std::string> residuals, on{time_is(0)};
    std::vector<std::string> unknowns = equation_.unknowns();
    if (given) unknowns.erase(unknowns.begin());
    for (const std::string& u : unknowns) residuals.push_back(u + " - 0.3");
    if (how == "slope")
      for (const std::string& u : equation_.unknowns())
        residuals.push_back(u + "_" + equation_.time());
    if (residuals.empty()) return;
    if (how == "slice") on = {equation_.time() + " == 0.25"};
    if (how == "final") on.push_back(time_is(0.5));
    if (how == "half")
      on = {choice_.is("space", "none")
                ? time_is(0)
                : fmt::format("{} and {} > 0.2", time_is(0), equation_.first())};
    text_ += "[[term]]\nname = \"start\"\non = " + quoted(on) +
             "\nresidual = " + quoted(residuals) + "\npoints = 6\n";
  }

  void write_data() {
    const std::string& how = choice_.of("data");
    if (how == "none") return;
    text_ += "[[term]]\nname = \"measured\"\ndata = \"data.csv\"\n";
    if (how == "values") table("data.csv", 7, {"u"});
    if (how == "noise") table("data.csv", 7, {"u"}), text_ += "noise = 0.1\n";
    if (how == "noise_column") table("data.csv", 7, {"u", "sigma"}), text_ += "noise = \"sigma\"\n";
    if (how == "own")
      table("data.csv", 7, {"q"}), text_ += "residual = \"u + " + equation_.slope("u") + " - q\"\n";
  }

  void write_solution() {
    const std::string& how = choice_.of("solution");
    if (how == "none" || how.ends_with("reference")) return;
    text_ += "[solution]\n";
    const std::vector<std::string> unknowns = equation_.unknowns();
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      if (how == "some" && k + 1 == unknowns.size()) break;
      const std::string formula = fmt::format("{} + sin({})", k + 1, equation_.first());
      const std::string where = !choice_.is("subdomain", "none") ? "inside.core"
                                : choice_.is("space", "none")    ? equation_.first() + " < 0.4"
                                                                 : equation_.first() + " > 0.1";
      std::string keys;
      if (how == "parts" || how == "free_parts") keys += fmt::format(", on = \"{}\"", where);
      if (how == "constant" || how == "free_parts") keys += ", up_to = \"constant\"";
      if (how == "function_of_time") keys += ", up_to = \"time\"";
      if (k == 0 && !keys.empty())
        text_ += fmt::format("{} = {{ value = \"{}\"{} }}\n", unknowns[k], formula, keys);
      else
        text_ += fmt::format("{} = \"{}\"\n", unknowns[k], formula);
    }
  }

  /// Of another size than the first one.
  std::string further_network(int size) const {
    if (choice_.is("kind", "features")) return fmt::format("features = {{ count = {} }}\n", size);
    if (choice_.is("skip", "true")) return fmt::format("layers = [{0}, {0}]\n", size);
    return fmt::format("layers = [{}]\n", size);
  }

  void write_networks() {
    const std::string& how = choice_.of("networks");
    std::string first = keys_of("network") + stretched();
    const bool layered = !choice_.is("kind", "features");
    if (choice_.is("layers", "plain") && layered) first = "layers = [5]\n" + first;
    text_ += (how == "one" ? "[network]\n" : "[[network]]\n") + first;
    const std::string further = further_network(6);
    if (how == "two" || how == "three") text_ += "[[network]]\n" + further;
    if (how == "three")
      text_ += "[[network]]\n" + further_network(7) +
               (choice_.is("kind", "plain") ? "activation = \"sin\"\n" : "");
    if (how == "scaled") text_ += "[[network]]\n" + further + "scale = \"k/10\"\n";
    const char* other = choice_.is("kind", "rbf") ? "perceptron" : "rbf";
    if (how == "kinds") text_ += fmt::format("[[network]]\nkind = \"{}\"\nlayers = [6]\n", other);
  }

  /// Other factors along the first coordinate, at the start or in features.
  std::string stretched() const {
    const std::string scale = fmt::format("scale = {{ {} = 1.5 }}", equation_.first());
    if (choice_.is("stretch", "start")) return "init = { kind = \"domain\", " + scale + " }\n";
    if (choice_.is("stretch", "features"))
      return "features = { kind = \"fourier\", count = 2, " + scale + " }\n";
    return "";
  }

  /// Units of all that has a name; they need not fit.
  void write_units() {
    if (choice_.is("units", "none")) return;
    text_ += "[units]\nk = \"1\"\n";
    for (const std::string& x : space_.coordinates) text_ += x + " = \"m\"\n";
    if (timed()) text_ += equation_.time() + " = \"s\"\n";
    for (const std::string& u : equation_.unknowns()) text_ += u + " = \"K\"\n";
    if (choice_.is("data", "noise_column")) text_ += "sigma = \"mK\"\n";
    if (choice_.is("data", "own")) text_ += "q = \"K/m\"\n";
  }

  void write_optimizers() {
    const std::string own = "iterations = 3\n" + keys_of("optimizer");
    const std::string& how = choice_.of("stages");
    const std::string table = how == "one" ? "[optimizer]\n" : "[[optimizer]]\n";
    if (how == "adam_first" || how == "three")
      text_ += table + "method = \"adam\"\niterations = 3\n";
    if (how == "three") text_ += table + "method = \"engd\"\niterations = 2\n";
    if (how == "two") text_ += table + own;
    text_ += table + own;
  }

  bool timed() const { return !choice_.is("time", "none"); }

  /// A file of points with columns of values.
  void table(const std::string& name, int count, const std::vector<std::string>& columns) {
    std::vector<std::string> names = space_.coordinates;
    if (timed()) names.push_back(equation_.time());
    std::string text = fmt::format("{}{}{}\n", fmt::join(names, ","), columns.empty() ? "" : ",",
                                   fmt::join(columns, ","));
    int row = 0;
    for (std::vector<double> point : points_inside(space_, count, timed())) {
      if (timed()) point.back() *= 0.5;
      for (const std::string& column : columns)
        point.push_back(column == "sigma" ? 0.1 + 0.02 * row : 0.3 + 0.05 * (row * row % 7));
      text += fmt::format("{}\n", fmt::join(point, ","));
      ++row;
    }
    file_.files[name] = text;
  }

  void write_face_points() {
    std::string text = fmt::format("{}", fmt::join(space_.coordinates, ","));
    if (timed()) text += "," + equation_.time();
    for (const std::string& name : space_.coordinates) text += ",n_" + name;
    if (timed()) text += ",n_" + equation_.time();
    text += "\n";
    double time = 0;
    for (const FacePoint& one : points_on_face(space_)) {
      text += fmt::format("{}", fmt::join(one.point, ","));
      if (timed()) text += fmt::format(",{}", time += 0.05);
      text += fmt::format(",{}{}\n", fmt::join(one.normal, ","), timed() ? ",0" : "");
    }
    file_.files["faces.csv"] = text;
  }

  const Choice& choice_;
  Form form_;
  Space space_;
  Equation equation_;
  std::string text_;
  ProblemFile file_;
};

}  // namespace

ProblemFile problem_file(const Choice& choice, const Form& form) {
  return Writer(choice, form).write();
}

std::filesystem::path ProblemFile::write(const std::filesystem::path& folder) const {
  for (const auto& [name, content] : files) std::ofstream(folder / name) << content;
  std::ofstream(folder / "problem.toml") << text;
  return folder / "problem.toml";
}

namespace {

std::string run_key(const Choice& choice, const std::string& key, const std::string& otherwise) {
  for (const Setting& setting : settings_of(choice, "run"))
    if (setting.key == key) return setting.value;
  return otherwise;
}

}  // namespace

std::uint64_t seed_of(const Choice& choice) {
  return std::stoull(run_key(choice, "seed", "0"));
}
int threads_of(const Choice& choice) {
  return std::stoi(run_key(choice, "threads", "1"));
}

}  // namespace engd::pairs
