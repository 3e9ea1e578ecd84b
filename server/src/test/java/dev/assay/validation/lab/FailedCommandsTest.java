package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import dev.assay.validation.evidence.CommandFailure;
import dev.assay.validation.evidence.CommandFailure.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedCommandsTest {
  private static List<CommandFailure> in(String command, String result) {
    ToolCall call = new ToolCall("1", "execute", "{\"command\": \"" + command + "\"}");
    Entry used = new Entry.Used(Instant.EPOCH, call, result, false, Duration.ZERO);
    return FailedCommands.in(
        new Transcript(
            List.of(new Entry.Delegated(Instant.EPOCH, call, new Transcript(List.of(used))))),
        UnaryOperator.identity());
  }

  private static CommandFailure one(String command, int code, String stderr) {
    return in(
            command,
            "exit code: %d\nstdout: (empty)\n<<begin 1234 stderr>>\n%s\n<<end 1234>>\n"
                .formatted(code, stderr))
        .getFirst();
  }

  @Test
  void a_command_that_ends_well_is_no_failure() {
    assertThat(in("ls", "exit code: 0\nstdout: (empty)\nstderr: (empty)\n")).isEmpty();
  }

  @Test
  void a_traceback_is_reduced_to_the_innermost_line_of_the_skill_and_its_message() {
    CommandFailure failure =
        one(
            "python3 /workspace/skills/sums/scripts/sum.py a.csv",
            1,
            """
            Traceback (most recent call last):
              File "/workspace/skills/sums/scripts/sum.py", line 31, in <module>
                main()
              File "/workspace/skills/sums/scripts/sum.py", line 12, in main
                total = row["total"]
              File "/usr/lib/python3.13/csv.py", line 3, in __getitem__
            KeyError: 'total'\
            """);
    assertThat(failure.kind()).isEqualTo(Kind.EXCEPTION);
    assertThat(failure.skill()).isEqualTo("sums");
    assertThat(failure.place()).isEqualTo("scripts/sum.py:12");
    assertThat(failure.message()).isEqualTo("KeyError: 'total'");
    assertThat(failure.excerpt())
        .startsWith("$ python3 /workspace/skills/sums/scripts/sum.py a.csv\n")
        .doesNotContain("<<begin");
  }

  @Test
  void a_trace_of_node_begins_with_the_innermost_line() {
    CommandFailure failure =
        one(
            "node /skills/sums/scripts/sum.mjs",
            1,
            """
            file:///workspace/skills/sums/scripts/sum.mjs:4
            TypeError: rows is not iterable
                at total (file:///workspace/skills/sums/scripts/sum.mjs:4:17)
                at main (file:///workspace/skills/sums/scripts/sum.mjs:20:3)

            Node.js v22.1.0\
            """);
    assertThat(failure.place()).isEqualTo("scripts/sum.mjs:4");
    assertThat(failure.message()).isEqualTo("TypeError: rows is not iterable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ModuleNotFoundError: No module named 'pandas'|1|MODULE_MISSING|pandas",
        "Error: Cannot find module 'lodash'|1|MODULE_MISSING|lodash",
        "Error: Cannot find module './lib/x'|1|PATH_MISSING|./lib/x",
        "FileNotFoundError: [Errno 2] No such file or directory: 'data/t.csv'|1|PATH_MISSING|data/t.csv",
        "python3: can't open file '/workspace/skills/sums/x.py': [Errno 2]|2|PATH_MISSING|/workspace/skills/sums/x.py",
        "cat: notes.txt: No such file or directory|1|PATH_MISSING|notes.txt",
        "scripts/run.sh: line 3: jq: command not found|127|PROGRAM_MISSING|jq",
        "scripts/run.sh: 3: jq: not found|127|PROGRAM_MISSING|jq",
        "usage: sum FILE|2|EXIT_CODE|''",
      })
  void the_last_words_say_what_is_missing(String last, int code, Kind kind, String subject) {
    CommandFailure failure = one("sh scripts/run.sh", code, "some line\n" + last);
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.subject()).isEqualTo(subject);
  }

  @Test
  void a_program_that_python_was_to_start_is_no_file_that_it_was_to_open() {
    CommandFailure failure =
        one(
            "python3 x.py",
            1,
            """
              File "/usr/lib/python3.13/subprocess.py", line 1955, in _execute_child
            FileNotFoundError: [Errno 2] No such file or directory: 'pandoc'\
            """);
    assertThat(failure.kind()).isEqualTo(Kind.PROGRAM_MISSING);
    assertThat(failure.subject()).isEqualTo("pandoc");
  }

  @Test
  void a_command_that_hangs_or_eats_all_memory_is_named_so() {
    assertThat(
            in("sleep 9", "exit code: 137 (killed: not done after 30 s; give a longer one)\n")
                .getFirst()
                .kind())
        .isEqualTo(Kind.NOT_ENDED);
    assertThat(
            in("x", "exit code: 137 (killed: the sandbox ran out of memory)\n").getFirst().kind())
        .isEqualTo(Kind.OUT_OF_MEMORY);
  }

  @Test
  void endless_and_hostile_output_is_cut() {
    CommandFailure failure = one("x", 1, "(".repeat(20_000) + "\n" + "at (/a:1:".repeat(5_000));
    assertThat(failure.excerpt()).hasSizeLessThan(3_000);
    assertThat(failure.message()).hasSizeLessThan(400);
  }
}
