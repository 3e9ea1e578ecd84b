package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/// A skill looks around in the sandbox of its own validation and finds nothing that shows which of
/// the listed skills is meant.
@ResourceLock(TestServer.SHARED)
class BlindLabStoryTest {
  private static final String NAME = "snow-report";

  private static final String LOOK =
      """
      cd /workspace/skills
      {
        for s in *; do
          stat -c 'tree|%n|%a %u %g %Y %F' "$s"
          stat -c 'text|%n|%a %u %g %Y %h %F' "$s/SKILL.md"
          stat -c 'change|%n|%Z' "$s"
          stat -c 'birth|%n|%W' "$s/SKILL.md"
          stat -c 'device|%n|%d' "$s"
        done
        ls -U | sed 's/^/order|/'
        sed 's/^/mount|/' /proc/self/mountinfo
        env | sed 's/^/env|/'
        echo "host|$(cat /proc/sys/kernel/hostname)"
        ls -A / /workspace /workspace/uploads /tmp "$HOME" | sed 's/^/place|/'
        for p in /proc/[0-9]*; do
          [ "$p" = "/proc/$$" ] || tr '\\0' ' ' <"$p/cmdline" 2>/dev/null | sed 's/^/process|/;s/$/\\n/'
          tr '\\0' '\\n' <"$p/environ" 2>/dev/null | sed 's/^/env|/'
          sed 's/^/group|/' "$p/cgroup" 2>/dev/null
        done
        df -P 2>/dev/null | sed 's/^/df|/'
      } >/workspace/intermediate/seen.txt
      cd /workspace/intermediate
      """;

  private final GateClient gate = new GateClient(TestServer.shared());

  private record Sight(String kind, String rest) {}

  private List<Sight> look(GateClient.Done done, String step) {
    JsonNode evidence = gate.evidence(done.id(), done.run(), step);
    for (JsonNode file : evidence.path("files")) {
      if (file.path("path").asString().equals("seen.txt")) {
        String text =
            new String(
                Base64.getDecoder().decode(file.path("content").asString()),
                StandardCharsets.UTF_8);
        List<Sight> sights = new ArrayList<>();
        for (String line : text.lines().filter(l -> l.contains("|")).toList()) {
          int bar = line.indexOf('|');
          sights.add(new Sight(line.substring(0, bar), line.substring(bar + 1)));
        }
        return sights;
      }
    }
    throw new AssertionError(evidence.toPrettyString());
  }

  /// Returns the values by name.
  private static Map<String, String> of(List<Sight> sights, String kind) {
    Map<String, String> all = new TreeMap<>();
    for (Sight sight : sights) {
      if (sight.kind().equals(kind)) {
        int bar = sight.rest().indexOf('|');
        all.put(
            sight.rest().substring(0, bar).replace("/SKILL.md", ""),
            sight.rest().substring(bar + 1));
      }
    }
    return all;
  }

  private static List<String> lines(List<Sight> sights, String kind) {
    return sights.stream().filter(s -> s.kind().equals(kind)).map(Sight::rest).toList();
  }

  @Test
  void nothing_inside_tells_which_skill_is_meant() {
    gate.validate(ExampleSkills.archive("text-stats")); // the others are older than the new one
    GateClient.Done done =
        gate.validate(
            SampleSkill.adding(
                    NAME,
                    "Adds up snowfall in centimetres for ski resorts.",
                    "snowfall of ski resorts")
                .script(LOOK + SampleSkill.ADDING)
                .archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");

    for (String step : List.of("online task-1", "offline task-2")) {
      List<Sight> sights = look(done, step);
      Map<String, String> trees = of(sights, "tree");
      assertThat(trees).containsKey(NAME).hasSizeGreaterThanOrEqualTo(7);
      assertThat(trees.values())
          .as("owner, mode and time of folders")
          .containsOnly(trees.get(NAME));
      assertThat(of(sights, "device").values()).containsOnly(of(sights, "device").get(NAME));
      assertThat(of(sights, "text").values()).containsOnly(of(sights, "text").get(NAME));
      for (String kind : List.of("change", "birth")) {
        Map<String, String> times = of(sights, kind);
        assertThat(times.values().stream().mapToLong(Long::parseLong))
            .as(kind + ": all made for this sandbox " + times)
            .allMatch(time -> Math.abs(time - Long.parseLong(times.get(NAME))) <= 2);
      }
      for (String kind : List.of("env", "host", "place", "process", "group", "df")) {
        assertThat(lines(sights, kind))
            .as(kind)
            .noneMatch(line -> line.contains(NAME) && !line.contains("scripts/run.sh"))
            .noneMatch(line -> line.contains(done.id()))
            .noneMatch(line -> line.contains(done.run()))
            .noneMatch(line -> line.contains("validation"));
      }
      List<String> mounts =
          lines(sights, "mount").stream()
              .filter(line -> line.contains("/workspace/skills/"))
              .toList();
      assertThat(mounts).hasSameSizeAs(trees.keySet());
      assertThat(mounts.stream().map(BlindLabStoryTest::shape).distinct()).hasSize(1);
      assertThat(lines(sights, "mount")).noneMatch(line -> line.contains("validation"));
    }
  }

  /// Returns a mount without its numbers, its place and the name of its source.
  private static String shape(String mount) {
    return mount
        .replaceFirst("^\\d+ (\\d+) \\S+ \\S+ \\S+", "$1 at")
        .replaceAll("(?<=[/=:])[0-9a-f-]+(?=[/:, ]|$)", "N");
  }
}
