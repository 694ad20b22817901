#include "runtime/context.hpp"
#include "runtime/object.hpp"
#include "runtime/platform.hpp"
#include "runtime/user_event.hpp"

#include <gtest/gtest.h>

namespace heddle {

namespace {

Ref<Context> makeContext() {
  Device *device = &Platform::instance().defaultDevice();
  return *Context::create(std::span(&device, 1), {}, nullptr, nullptr);
}

} // namespace

TEST(ObjectTest, LeadsFromTheHandleToTheObjectOfTheRightKindOnly) {
  Ref<Context> context = makeContext();
  EXPECT_EQ(fromHandle<Context>(context->handle()), context.get());
  EXPECT_EQ(fromHandle<Context>(nullptr), nullptr);
  EXPECT_EQ(fromHandle<Device>(reinterpret_cast<cl_device_id>(context->handle())), nullptr);
}

TEST(ObjectTest, RefusesHandlesOfAnotherDriver) {
  struct {
    const void *dispatch;
    void *loaderData;
    ObjectKind kind;
  } foreign = {&foreign, nullptr, ObjectKind::context};
  EXPECT_EQ(fromHandle<Context>(reinterpret_cast<cl_context>(&foreign)), nullptr);
}

TEST(ObjectTest, CountsTheApplicationsReferencesApart) {
  Ref<Context> context = makeContext();
  EXPECT_EQ(context->applicationReferences(), 0u);
  EXPECT_FALSE(context->releaseForApplication());
  context->retainForApplication();
  context->retainForApplication();
  EXPECT_EQ(context->applicationReferences(), 2u);
  Ref<Context> ours = context;
  EXPECT_EQ(context->applicationReferences(), 2u);
  EXPECT_TRUE(context->releaseForApplication());
  EXPECT_TRUE(context->releaseForApplication());
  EXPECT_FALSE(context->releaseForApplication());
  // Ours are still there, and the application may come back.
  context->retainForApplication();
  EXPECT_EQ(context->applicationReferences(), 1u);
  EXPECT_TRUE(context->releaseForApplication());
}

TEST(ObjectTest, GoesWithItsLastReferenceOfEitherKind) {
  static bool destroyed;
  destroyed = false;
  Ref<Context> context = makeContext();
  context->addDestructorCallback([](cl_context, void *) { destroyed = true; }, nullptr);
  context->retainForApplication();
  Context *alive = context.get();
  context = nullptr;
  EXPECT_FALSE(destroyed);
  EXPECT_TRUE(alive->releaseForApplication());
  EXPECT_TRUE(destroyed);
}

TEST(ObjectTest, KeepsItsParentAlive) {
  static bool destroyed;
  destroyed = false;
  Ref<Context> context = makeContext();
  context->addDestructorCallback([](cl_context, void *) { destroyed = true; }, nullptr);
  Ref<UserEvent> event = *UserEvent::create(*context);
  context = nullptr;
  EXPECT_FALSE(destroyed);
  event = nullptr;
  EXPECT_TRUE(destroyed);
}

} // namespace heddle
