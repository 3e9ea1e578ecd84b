package dev.assay.sandbox.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A seccomp program, run as the kernel would: the few instructions of classic BPF that ours uses.
/// Anything else is an error, so that a new kind of instruction cannot pass unseen.
record SystemCallFilter(List<Instruction> program) {
  private static final int ALLOW = 0x7fff0000;
  private static final int ERRNO = 0x00050000;

  record Instruction(int code, int yes, int no, int value) {}

  /// What the helper, of whatever processor it is, writes for that processor.
  static SystemCallFilter of(Path helper, String architecture, String extent) throws IOException {
    Process process = new ProcessBuilder(helper.toString(), "filter", architecture, extent).start();
    ByteBuffer bytes =
        ByteBuffer.wrap(process.getInputStream().readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
    List<Instruction> program = new ArrayList<>();
    while (bytes.hasRemaining()) {
      program.add(
          new Instruction(
              Short.toUnsignedInt(bytes.getShort()),
              Byte.toUnsignedInt(bytes.get()),
              Byte.toUnsignedInt(bytes.get()),
              bytes.getInt()));
    }
    return new SystemCallFilter(program);
  }

  /// What a system call is answered with: `allowed`, or the number of the error.
  String answer(int audit, int number, long... arguments) {
    ByteBuffer call = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    call.putInt(number).putInt(audit).putLong(0x7f00_0000_1000L);
    for (long argument : arguments) {
      call.putLong(argument);
    }
    int result = run(call);
    if (result == ALLOW) {
      return "allowed";
    }
    if ((result & 0xffff0000) != ERRNO) {
      throw new AssertionError("neither allowed nor an error: " + Integer.toHexString(result));
    }
    return Integer.toString(result & 0xffff);
  }

  private int run(ByteBuffer call) {
    int accumulator = 0;
    for (int at = 0; at < program.size(); at++) {
      Instruction step = program.get(at);
      switch (step.code()) {
        case 0x20 -> accumulator = call.getInt(step.value()); // ld [k]
        case 0x15 -> at += accumulator == step.value() ? step.yes() : step.no(); // jeq
        case 0x25 ->
            at +=
                Integer.compareUnsigned(accumulator, step.value()) > 0
                    ? step.yes()
                    : step.no(); // jgt
        case 0x35 ->
            at +=
                Integer.compareUnsigned(accumulator, step.value()) >= 0
                    ? step.yes()
                    : step.no(); // jge
        case 0x45 -> at += (accumulator & step.value()) != 0 ? step.yes() : step.no(); // jset
        case 0x06 -> {
          return step.value(); // ret k
        }
        default ->
            throw new AssertionError("unknown instruction " + Integer.toHexString(step.code()));
      }
    }
    throw new AssertionError("the program does not end");
  }
}
