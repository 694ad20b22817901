// The driver of a work-group whose sub-groups wait for more than the whole work-group. In each
// round every sub-group whose wait is over runs to its next suspension:
//
//   the work-group  over when, after a round, all that have not ended wait for the work-group
//   the partner     over when it has made as many exchanges, or has ended, or never was
//   named barrier   over when it has opened since
//   a turn          over in the next round
//
// A round in which nobody could go on, and not for the work-group either, is the end of a program
// that waits for what never comes, which is undefined. Then all go on at once: a pair without
// its partner's rows, the others as if their barrier had opened. So no kernel hangs in here.

#include "compiler/workgroup/entry_builder.hpp"

using namespace llvm;

namespace heddle::compiler {

/// Whether the sub-group whose turn it is may go on. `isMeeting`: all wait for the work-group.
Value *EntryBuilder::isOver(Wait wait, Value *isMeeting, Value *isStuck) {
  Type *i32 = builder.getInt32Ty();
  auto field = [&](Value *base, std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  };
  auto load = [&](Value *base, std::uint64_t offset) {
    return builder.CreateAlignedLoad(i32, field(base, offset), Align(4));
  };
  switch (wait) {
  case Wait::turn:
    return builder.getTrue();
  case Wait::workGroup:
    return builder.CreateOr(isMeeting, isStuck);
  case Wait::partner: {
    Value *partner = builder.CreateXor(values.subGroupId, builder.getInt32(1));
    Value *isMissing = builder.CreateICmpUGE(partner, values.numSubGroups);
    // One's own frame stands in for one that does not exist.
    Value *theirs = frameOf(builder.CreateSelect(isMissing, values.subGroupId, partner));
    Value *hasEnded = builder.CreateICmpEQ(load(theirs, SubGroupState::next),
                                           builder.getInt32(BarrierRegions::finished));
    Value *ahead = builder.CreateSub(load(theirs, SubGroupState::exchanges),
                                     load(frameOfSubGroup(), SubGroupState::exchanges));
    Value *hasCome = builder.CreateICmpSGE(ahead, builder.getInt32(0));
    return builder.CreateOr({isMissing, hasEnded, hasCome, isStuck});
  }
  case Wait::namedBarrier: {
    Value *frame = frameOfSubGroup();
    Value *barrier = builder.CreateAlignedLoad(builder.getPtrTy(),
                                               field(frame, SubGroupState::namedBarrier), Align(8));
    Value *hasOpened = builder.CreateICmpNE(load(barrier, NamedBarrier::openings),
                                            load(frame, SubGroupState::openings));
    return builder.CreateOr(hasOpened, isStuck);
  }
  }
  llvm_unreachable("every wait is over some time");
}

void EntryBuilder::runRegionsInTurns() {
  Type *i1 = builder.getInt1Ty(), *i32 = builder.getInt32Ty();
  AllocaInst *waiting = newVariable(i1, "waiting"), *meeting = newVariable(i1, "meeting"),
             *moved = newVariable(i1, "moved");
  auto run = [&](Function *region) {
    SmallVector<Value *> operands(arguments);
    Value *frame = frameOfSubGroup();
    operands.push_back(frame);
    builder.CreateAlignedStore(inlineCall(region, operands)[0], frame, Align(4));
    builder.CreateStore(builder.getTrue(), moved);
  };
  auto whereItIs = [&] { return builder.CreateAlignedLoad(i32, frameOfSubGroup(), Align(4)); };
  // Counts one sub-group after its turn in the round.
  auto note = [&](const BarrierRegions &cut) {
    Value *where = whereItIs();
    Value *hasEnded = builder.CreateICmpEQ(where, builder.getInt32(BarrierRegions::finished));
    Value *isAtMeeting = hasEnded;
    for (const auto &[number, region] : cut.regions)
      if (number != 0 && region.wait == Wait::workGroup)
        isAtMeeting =
            builder.CreateOr(isAtMeeting, builder.CreateICmpEQ(where, builder.getInt32(number)));
    builder.CreateStore(
        builder.CreateOr(builder.CreateLoad(i1, waiting), builder.CreateNot(hasEnded)), waiting);
    builder.CreateStore(builder.CreateAnd(builder.CreateLoad(i1, meeting), isAtMeeting), meeting);
  };
  auto beginRound = [&] {
    builder.CreateStore(builder.getFalse(), waiting);
    builder.CreateStore(builder.getTrue(), meeting);
    builder.CreateStore(builder.getFalse(), moved);
  };
  BasicBlock *round = newBlock("round"), *done = newBlock("rounds.end");
  auto repeat = [&] { builder.CreateCondBr(builder.CreateLoad(i1, waiting), round, done); };

  beginRound();
  forEachSubGroup([&](StringRef name) {
    const BarrierRegions &cut = regionsOf[name];
    run(cut.regions.at(0).function);
    note(cut);
  });
  repeat();

  builder.SetInsertPoint(round);
  Value *isMeeting = builder.CreateLoad(i1, meeting, "is_meeting");
  Value *isStuck = builder.CreateNot(builder.CreateLoad(i1, moved), "is_stuck");
  // Those who met go on now.
  isStuck = builder.CreateAnd(isStuck, builder.CreateNot(isMeeting));
  beginRound();
  forEachSubGroup([&](StringRef name) {
    const BarrierRegions &cut = regionsOf[name];
    BasicBlock *joined = newBlock("turn.end");
    SwitchInst *decide = builder.CreateSwitch(whereItIs(), joined);
    for (const auto &[number, region] : cut.regions) {
      if (number == 0)
        continue;
      BasicBlock *look = newBlock("look" + Twine(number));
      BasicBlock *start = newBlock("region" + Twine(number));
      decide->addCase(builder.getInt32(number), look);
      builder.SetInsertPoint(look);
      builder.CreateCondBr(isOver(region.wait, isMeeting, isStuck), start, joined);
      builder.SetInsertPoint(start);
      run(region.function);
      builder.CreateBr(joined);
    }
    builder.SetInsertPoint(joined);
    note(cut);
  });
  repeat();
  builder.SetInsertPoint(done);
}

} // namespace heddle::compiler
