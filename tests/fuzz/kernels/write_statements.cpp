// Statements of the generated functions.
#include "tests/fuzz/kernels/function_writer.hpp"

namespace heddle::test {

void FunctionWriter::statements(unsigned count, unsigned depth, bool isUniform) {
  for (unsigned i = 0; i < count; ++i)
    statement(depth, isUniform);
}

void FunctionWriter::statement(unsigned depth, bool isUniform) {
  unsigned kind = depth >= 3 ? pick(50) : pick(100);
  if (isUniform && usesBarriers && chance(25))
    return groupStatement();
  if (isUniform && chance(8))
    return uniformLoop(depth);
  if (kind < 25)
    assign();
  else if (kind < 30)
    assignPointer();
  else if (kind < 33)
    assignStruct();
  else if (kind < 36)
    storeGlobal();
  else if (kind < 38)
    storeDense();
  else if (kind < 40)
    storeLocal();
  else if (kind < 44)
    callHelper();
  else if (kind < 46)
    addToCounter();
  else if (kind < 50)
    jump();
  else if (kind < 68)
    ifStatement(depth, isUniform);
  else if (kind < 86)
    loop(depth);
  else if (kind < 94)
    switchStatement(depth);
  else
    placeLabel();
}

void FunctionWriter::assign() {
  std::string where;
  ValueType type;
  while (!place(where, type)) {
  }
  std::string right = value(type, 1 + pick(2));
  bool isPlain =
      type.isFloat() || (!type.isVector() && type.kind == ValueType::Kind::signedInteger);
  if (isPlain || chance(70))
    line(where + " = " + right + ";");
  else if (type.isVector() && type.kind == ValueType::Kind::signedInteger)
    line(where + " ^= " + right + ";");
  else
    line(where + (chance(50) ? " += " : " *= ") +
         (type.bits < 32 && !type.isVector() ? "(uint)" : "") + right + ";");
}

void FunctionWriter::assignPointer() {
  if (intPointers.empty() || arrays.empty())
    return assign();
  if (!pointerTable.empty() && chance(30))
    return line(pointerTable + "[" + index(4, 1) + "] = " + pointer(1) + ";");
  if (chance(20)) {
    // What pointers say about one another within an array.
    const std::string &name = arrays.front().name;
    unsigned mask = arrays.front().length - 1;
    return line(variables.front().name + " = (int)(&" + name + "[" + index(mask + 1, 1) + "] - &" +
                name + "[" + index(mask + 1, 0) + "]) + (" + intPointers[pick(intPointers.size())] +
                " == " + intPointers[pick(intPointers.size())] + ");");
  }
  line(intPointers[pick(intPointers.size())] + " = " + pointer(1) + ";");
}

void FunctionWriter::assignStruct() {
  if (structVariables.empty())
    return assign();
  auto object = [&](const StructVariable &variable) {
    return variable.length ? variable.name + "[" + index(variable.length, 1) + "]" : variable.name;
  };
  const StructVariable &to = structVariables[pick(structVariables.size())];
  for (unsigned attempt = 0; attempt < 4; ++attempt) {
    const StructVariable &from = structVariables[pick(structVariables.size())];
    if (from.type != to.type)
      continue;
    if (&from != &to && chance(30))
      return line(object(to) + " = " + condition(1) + " ? " + object(from) + " : " + object(to) +
                  ";");
    return line(object(to) + " = " + object(from) + ";");
  }
  assign();
}

void FunctionWriter::storeGlobal() {
  if (!isKernel)
    return assign();
  if (context.usesImages && chance(40))
    return storeImage();
  ValueType type = randomType();
  // The item's own words, its words spread, or its bytes as another type.
  if (!type.isFloat() && chance(40)) {
    unsigned count = 64 / type.bytes();
    std::string where = index(count, 1);
    if (type.isVector() && (type.width == 3 || chance(50))) {
      count = 64 / (type.bits / 8) / (type.width + 1);
      return line("vstore" + number(type.width) + "(" + value(type, 2) + ", " +
                  (count > 1 ? index(count >= 8   ? 8
                                     : count >= 4 ? 4
                                     : count >= 2 ? 2
                                                  : 1,
                                     1)
                             : "0") +
                  ", (global " + type.element().name() + " *)(out + gid * " +
                  number(FuzzBuffers::wordsOfItem) + "));");
    }
    return line("((global " + type.name() + " *)(out + gid * " + number(FuzzBuffers::wordsOfItem) +
                "))[" + where + "] = " + value(type, 2) + ";");
  }
  if (chance(50))
    return line("out[gid * " + number(FuzzBuffers::wordsOfItem) + " + " + index(16, 1) +
                "] = " + fold(value(type, 2), type) + ";");
  line("spread[" + number(pick(8)) + " * items + gid] = " + fold(value(type, 2), type) + ";");
}

// Vectors side by side, as out[i] = a[i] * b[i] has them.
void FunctionWriter::storeDense() {
  if (!isKernel)
    return assign();
  const ValueType type = context.dense;
  std::string right = chance(70) ? elementwise(2) : value(type, 2);
  if (context.denseIsPacked)
    return line("vstore" + number(type.width) + "(" + right + ", gid, (global " +
                type.element().name() + " *)dense);");
  line("((global " + type.name() + " *)dense)[gid] = " + right + ";");
}

void FunctionWriter::storeLocal() {
  if (!isKernel || usesBarriers)
    return assign();
  std::string where = "scratch[lid * " + number(FuzzBuffers::localWordsOfItem) + " + " +
                      index(FuzzBuffers::localWordsOfItem, 1) + "]";
  if (chance(50))
    line(where + " = " + value(uintType, 2) + ";");
  else
    line(variables.front().name + " = (int)" + where + ";");
}

void FunctionWriter::callHelper() {
  if (context.helpers.empty() || !isKernel)
    return assign();
  const HelperFunction &helper = context.helpers[pick(context.helpers.size())];
  std::string call = helper.name + "(";
  for (ValueType type : helper.values)
    call += value(type, 1) + ", ";
  call += chance(50) ? intPointers[pick(intPointers.size())] : pointer(0);
  if (helper.structParameter >= 0) {
    std::string object;
    for (const StructVariable &variable : structVariables)
      if (variable.type == helper.structParameter)
        object =
            variable.length ? variable.name + "[" + index(variable.length, 0) + "]" : variable.name;
    call += ", " + object;
  }
  call += ", in, " + uniforms[pick(uniforms.size())] + ")";
  if (helper.resultStruct >= 0) {
    for (const StructVariable &variable : structVariables)
      if (variable.type == helper.resultStruct && !variable.length)
        return line(variable.name + " = " + call + ";");
    return line(call + ";");
  }
  std::string where;
  ValueType type;
  for (unsigned attempt = 0; attempt < 8; ++attempt)
    if (place(where, type) && type == helper.result)
      return line(where + " = " + call + ";");
  for (const Variable &variable : variables)
    if (!variable.type.isVector() && !variable.type.isFloat())
      return line(variable.name + " ^= (" + variable.type.name() + ")" + fold(call, helper.result) +
                  ";");
  line(call + ";");
}

void FunctionWriter::ifStatement(unsigned depth, bool isUniform) {
  bool staysUniform = isUniform && chance(30);
  const bool givesLate = chance(30);
  const unsigned first = pick(late.size());
  open("if (" + (staysUniform ? uniformCondition() : condition(1)) + ") {");
  if (givesLate)
    giveLate(first);
  statements(1 + pick(3), depth + 1, staysUniform);
  if (chance(50)) {
    close(chance(30) && !staysUniform ? "} else if (" + condition(1) + ") {" : "} else {");
    ++indent;
    if (givesLate)
      giveLate((first + 1) % late.size());
    statements(1 + pick(2), depth + 1, staysUniform);
  }
  close();
  if (givesLate || chance(10))
    useLate();
}

/// A variable that has had no value: often one that all work-items share, or that steps evenly.
void FunctionWriter::giveLate(unsigned which) {
  const auto &[name, type] = late[which];
  const std::string scalar = chance(60) ? uniforms[pick(uniforms.size())]
                                        : ids[pick(ids.size())] + " + " + number(pick(9));
  const bool isPlain = !type.isFloat() && chance(70);
  line(name + " = " + (isPlain ? "(" + type.name() + ")(" + scalar + ")" : value(type, 1)) +
       "; given |= " + number(1u << which) + ";");
}

void FunctionWriter::useLate() {
  const unsigned which = pick(late.size());
  line("if (given & " + number(1u << which) + ") " + variables.front().name + " ^= (int)" +
       fold(late[which].name, late[which].type) + ";");
}

// Trip counts that differ from lane to lane, or not; fuel ends it in any case.
void FunctionWriter::loop(unsigned depth) {
  std::string counter = "i" + number(counters++);
  declarations += "  int " + counter + " = 0;\n";
  std::string limit = chance(40) ? "(" + uniforms[pick(uniforms.size())] + " & 3)"
                                 : "(" + value(intType, 1) + " & 7)";
  unsigned outerSwitches = std::exchange(switchDepth, 0);
  ++loopDepth;
  switch (pick(3)) {
  case 0:
    open("for (" + counter + " = 0; " + counter + " < " + limit + " && --fuel > 0; ++" + counter +
         ") {");
    statements(1 + pick(2), depth + 1, false);
    close();
    break;
  case 1:
    open("while (" + condition(1) + " && --fuel > 0) {");
    statements(1 + pick(2), depth + 1, false);
    close();
    break;
  default:
    open("do {");
    statements(1 + pick(2), depth + 1, false);
    close("} while (--fuel > 0 && " + condition(1) + ");");
    break;
  }
  --loopDepth;
  switchDepth = outerSwitches;
}

// All work-items of the group go the same rounds, so barriers may stand in it.
void FunctionWriter::uniformLoop(unsigned depth) {
  if (depth >= 3)
    return assign();
  std::string counter = "u" + number(counters++);
  declarations += "  int " + counter + " = 0;\n";
  open("for (" + counter + " = 0; " + counter + " < (" + uniforms[pick(uniforms.size())] +
       " & 1) + " + number(1 + pick(2)) + "; ++" + counter + ") {");
  uniforms.push_back(counter);
  statements(1 + pick(3), depth + 1, true);
  uniforms.pop_back();
  if (chance(20))
    line("if " + uniformCondition() + " " + (chance(50) ? "break;" : "continue;"));
  close();
}

void FunctionWriter::switchStatement(unsigned depth) {
  unsigned range = chance(20) ? 32 : 8;
  open("switch (" + (chance(30) ? uniforms[pick(uniforms.size())] : value(intType, 1)) + " & " +
       number(range - 1) + ") {");
  unsigned outerLoops = std::exchange(loopDepth, loopDepth);
  ++switchDepth;
  unsigned next = 0, cases = 2 + pick(range == 32 ? 12 : 4);
  for (unsigned i = 0; i < cases && next < range; ++i) {
    line("case " + number(next) + ":");
    next += 1 + pick(3);
    if (chance(20) && next < range)
      line("case " + number(next++) + ":");
    ++indent;
    statements(1 + pick(2), depth + 1, false);
    if (chance(70))
      line("break;");
    --indent;
  }
  if (chance(60)) {
    open("default:");
    statements(1, depth + 1, false);
    --indent;
  }
  --switchDepth;
  loopDepth = outerLoops;
  close();
}

void FunctionWriter::jump() {
  switch (pick(4)) {
  case 0:
    if (loopDepth || switchDepth)
      return line("if (" + condition(1) + ") break;");
    break;
  case 1:
    if (loopDepth)
      return line("if (" + condition(1) + ") continue;");
    break;
  case 2:
    if (!usesBarriers && isKernel && chance(30)) {
      open("if (" + condition(1) + ") {");
      line("out[gid * " + number(FuzzBuffers::wordsOfItem) + " + 3] = " + value(uintType, 1) + ";");
      line(chance(70) ? "return;" : "goto end;");
      return close();
    }
    if (!isKernel)
      return line("if (" + condition(1) + ") goto end;");
    break;
  default:
    if (!usesBarriers) {
      unsigned label = pick(labels + 1);
      if (label == labels && labels < 4)
        ++labels;
      if (label < labels)
        return line("if (" + condition(1) + " && --fuel > 0) goto L" + number(label) + ";");
    }
    break;
  }
  assign();
}

void FunctionWriter::placeLabel() {
  if (usesBarriers || placed >= labels)
    return assign();
  line("L" + number(placed++) + ":;");
}

} // namespace heddle::test
