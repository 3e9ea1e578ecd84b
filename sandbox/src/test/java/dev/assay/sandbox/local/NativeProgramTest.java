package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.testkit.ElfHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Isolated("changes what the JVM says of its processor")
class NativeProgramTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void is_one_static_stripped_binary_for_each_processor_under_the_name_of_its_content(
      Architecture architecture) throws IOException {
    Assumptions.assumeTrue(
        architecture == Architecture.own()
            || NativeProgram.class.getResource(
                    "/dev/assay/native/linux-" + architecture.word() + "/assay-helper")
                != null,
        "this build has the helper of its own processor only: no compiler for the other one");
    Path helper = NativeProgram.unpack(folder, architecture).path();
    assertThat(ElfHeader.read(helper))
        .isEqualTo(new ElfHeader(64, architecture.word(), false, false));
    assertThat(helper.getFileName().toString())
        .isEqualTo("assay-helper-" + Digest.of(Files.readAllBytes(helper)).hex().substring(0, 12));
    assertThat(helper).isExecutable();
  }

  @Test
  void an_unknown_processor_is_named_with_those_that_are_known() {
    String real = System.getProperty("os.arch");
    System.setProperty("os.arch", "riscv64");
    try {
      assertThatThrownBy(() -> NativeProgram.unpack(folder))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNSUITABLE);
                assertThat(e.reason()).contains("riscv64", "amd64", "arm64");
              });
    } finally {
      System.setProperty("os.arch", real);
    }
    assertThat(folder).isEmptyDirectory();
  }
}
