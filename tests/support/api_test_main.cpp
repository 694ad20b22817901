// main() of every program of API tests.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  // A value from outside wins: the tests can be pointed at an installed driver.
  ::setenv("OCL_ICD_VENDORS", HEDDLE_TESTED_DRIVER, /*overwrite=*/0);
  return RUN_ALL_TESTS();
}
