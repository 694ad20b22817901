// clCreateImage and its relatives, clGetImageInfo, clGetMemObjectInfo of images.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateImageTest : public ImageTest {};

TEST_F(clCreateImageTest, MakesEveryType) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description);
    EXPECT_EQ(query<cl_mem_object_type>(clGetMemObjectInfo, image.get(), CL_MEM_TYPE), description.type);
  }
}

} // namespace heddle::test
