#include "tests/kernels/harness/results.hpp"

#include <cstring>
#include <fstream>
#include <iterator>

namespace heddle::test {

namespace {

constexpr std::uint32_t buildRecord = 1;
constexpr std::uint32_t launchRecord = 2;

class Reader {
public:
  explicit Reader(std::string contents) : contents(std::move(contents)) {}

  bool number(std::uint32_t &value) {
    if (contents.size() - at < sizeof value)
      return false;
    std::memcpy(&value, contents.data() + at, sizeof value);
    at += sizeof value;
    return true;
  }
  template <typename Bytes> bool bytes(Bytes &data) {
    std::uint32_t size = 0;
    if (!number(size) || contents.size() - at < size)
      return false;
    data.assign(contents.begin() + std::ptrdiff_t(at),
                contents.begin() + std::ptrdiff_t(at + size));
    at += size;
    return true;
  }

private:
  std::string contents;
  std::size_t at = 0;
};

} // namespace

ResultWriter::ResultWriter(const std::string &path) : file(std::fopen(path.c_str(), "wb")) {}

ResultWriter::~ResultWriter() {
  if (file)
    std::fclose(file);
}

void ResultWriter::number(std::uint32_t value) { std::fwrite(&value, sizeof value, 1, file); }

void ResultWriter::bytes(const void *data, std::size_t size) {
  number(std::uint32_t(size));
  std::fwrite(data, 1, size, file);
}

void ResultWriter::write(const BuildResult &result) {
  number(buildRecord);
  number(result.succeeded);
  bytes(result.message.data(), result.message.size());
  bytes(result.log.data(), result.log.size());
  std::fflush(file);
}

void ResultWriter::write(const LaunchResult &result) {
  number(launchRecord);
  number(result.kernel);
  number(result.launch);
  bytes(result.error.data(), result.error.size());
  number(result.subGroupSize);
  number(std::uint32_t(result.buffers.size()));
  for (const std::vector<unsigned char> &buffer : result.buffers)
    bytes(buffer.data(), buffer.size());
  std::fflush(file);
}

Results readResults(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  Reader reader(std::string(std::istreambuf_iterator<char>(stream), {}));
  Results results;
  std::uint32_t kind = 0;
  while (reader.number(kind)) {
    if (kind == buildRecord) {
      std::uint32_t succeeded = 0;
      BuildResult &build = results.build;
      if (!reader.number(succeeded) || !reader.bytes(build.message) || !reader.bytes(build.log))
        return results;
      build.succeeded = succeeded != 0;
      build.done = true;
      continue;
    }
    LaunchResult launch;
    std::uint32_t buffers = 0;
    if (kind != launchRecord || !reader.number(launch.kernel) || !reader.number(launch.launch) ||
        !reader.bytes(launch.error) || !reader.number(launch.subGroupSize) ||
        !reader.number(buffers))
      return results;
    launch.buffers.resize(buffers);
    for (std::vector<unsigned char> &buffer : launch.buffers)
      if (!reader.bytes(buffer))
        return results;
    results.launches.push_back(std::move(launch));
  }
  return results;
}

} // namespace heddle::test
