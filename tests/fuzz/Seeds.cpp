// fuzz_seeds FOLDER: writes the small files of tests/demo/SmallMeshes.h as FOLDER/EXTENSION/NUMBER. They are the first
// inputs for fuzzing.

#include "../demo/SmallMeshes.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::vector<SmallFile> files = smallFiles();
  for (SmallFile& file : files)
    if (file.extension == ".ele") file.content = kNodes + '\0' + file.content;
  files.push_back({".node", kNodes});
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path folder = std::filesystem::path(argv[1]) / files[i].extension.substr(1);
    std::filesystem::create_directories(folder);
    std::ofstream(folder / std::to_string(i), std::ios::binary) << files[i].content;
  }
  return 0;
}
