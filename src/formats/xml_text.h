#pragma once

#include <string>

#include "formats/vtk.h"

namespace engd::formats {

/// A text as it stands in an attribute of XML.
std::string xml_text(const std::string& text);

/// "<ImageData ...>" and "<Piece ...>" of a grid. Throws std::invalid_argument for one that is no
/// image.
std::string image_head(const ImageGrid& grid);

}  // namespace engd::formats
