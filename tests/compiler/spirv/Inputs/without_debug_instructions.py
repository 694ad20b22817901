"""Leaves of a module's debug information OpLine alone: without_debug_instructions.py FROM TO"""
import struct
import sys

EXT_INST_IMPORT, EXT_INST = 11, 12

given = open(sys.argv[1], "rb").read()
words = struct.unpack(f"<{len(given) // 4}I", given)
kept, sets, at = list(words[:5]), set(), 5
while at < len(words):
    length, op = words[at] >> 16, words[at] & 0xFFFF
    instruction = words[at:at + length]
    at += length
    if op == EXT_INST_IMPORT and b"DebugInfo" in struct.pack(f"<{length - 2}I", *instruction[2:]):
        sets.add(instruction[1])
    elif op != EXT_INST or instruction[3] not in sets:
        kept += instruction
assert sets, "no debug information"
with open(sys.argv[2], "wb") as file:
    file.write(struct.pack(f"<{len(kept)}I", *kept))
