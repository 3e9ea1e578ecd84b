package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that admitted files stay unchanged while a sandbox works with them: neither the files nor
/// the way to them can be changed.
interface SandboxFixedFolders extends SandboxFixture {
  /// Attacks on `$T`, a file in the folder `$D` right below `$P`; each is tried by itself.
  List<String> ATTACKS =
      List.of(
          "echo bad > $T",
          "chmod u+w $T $D; echo bad >> $T",
          "sed -i s/genuine/bad/ $T",
          "rm -f $T; echo bad > $T",
          "rm -rf $D; mkdir -p $D; echo bad > $T",
          "cp /tmp/bad $T; cp -f --remove-destination /tmp/bad $T; install /tmp/bad $T",
          "mv -f /tmp/bad $T",
          "ln -f $T /tmp/linked; echo bad > /tmp/linked",
          "ln -f $T $P/linked; echo bad > $P/linked",
          "ln -sfn /tmp/other $D; ln -sf /tmp/bad $T",
          "mv $D $D.away; mkdir -p $D; echo bad > $T",
          "mv $P /tmp/away; mkdir -p $D; echo bad > $T",
          "mv $P $P.away; mkdir -p $D; echo bad > $T",
          "mv /${P#/} /home/away; ln -s /tmp/other $P",
          "perl -e 'rename $ARGV[0], \"$ARGV[0].away\"; rename \"/tmp/other\", $ARGV[0]' $D",
          "perl -e 'syscall(316, -100, $ARGV[0], -100, $ARGV[1], 2); syscall(276, -100, $ARGV[0], -100, $ARGV[1], 2)' $D /tmp/other",
          "perl -e 'open F, \"+<\", $ARGV[0]; print F \"bad\"; truncate $ARGV[0], 0' $T",
          "echo bad > /proc/self/root$T; echo bad > /proc/1/root$T; cd $D && echo bad > /proc/self/cwd/${T#$D/}",
          "exec 3< $T; echo bad > /proc/self/fd/3",
          "mount --bind /tmp/other $D; mount -t tmpfs none $D; mount -o remount,rw,bind $D; umount $D; umount -l $P",
          "unshare -Urm sh -c \"mount -o remount,rw,bind $D; echo bad > $T; mount --bind /tmp/other $D\"",
          "touch $D/new; mkdir $D/new; ln -s /tmp $D/new; mkfifo $D/new",
          "chmod 777 $T; chown 1234 $T; touch -d @1 $T; setfattr -n user.bad -v bad $T",
          "dd if=/tmp/bad of=$T conv=notrunc; fallocate -l 9 $T; truncate -s 0 $T");

  String SEEN = "find $D -printf '%P %y %m %T@ %n %s\\n' | sort; cat $T";

  private static String at(String folder, String file) {
    return "D=%s; T=$D/%s; P=${D%%/*}; ".formatted(folder, file);
  }

  private void attack(Sandbox sandbox, String folder, String file) {
    String seen = shell(sandbox, at(folder, file) + SEEN);
    assertThat(seen).endsWith("genuine");
    for (String attack : ATTACKS) {
      sandbox.run(
          Command.shell(
                  "mkdir -p /tmp/other; echo bad > /tmp/bad; echo bad > /tmp/other/%s; %s"
                      .formatted(file, at(folder, file) + attack))
              .withTimeout(Duration.ofSeconds(30)));
      assertThat(shell(sandbox, at(folder, file) + SEEN)).describedAs(attack).isEqualTo(seen);
    }
  }

  @Test
  @Essential
  default void nothing_in_a_fixed_folder_can_be_changed_and_nothing_can_take_its_place() {
    requires(Feature.FIXED_FOLDERS, Feature.SNAPSHOT);
    SandboxImage made;
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "for d in /opt/runtime /opt/skills; do mkdir -p $d && echo genuine > $d/tool && chmod 755 $d/tool || exit 1; done");
      made = sandbox.freeze();
    }
    SandboxSpec work =
        SandboxSpec.of(made, "contract").withFixed(List.of("/opt/runtime", "/opt/skills"));
    try (Sandbox sandbox = engine().create(work)) {
      attack(sandbox, "/opt/runtime", "tool");
      attack(sandbox, "/opt/skills", "tool");
    }
  }

  @Test
  default void a_fixed_folder_that_was_not_there_is_empty_and_the_rest_is_as_ever() {
    requires(Feature.FIXED_FOLDERS);
    SandboxSpec work = spec().withFixed(List.of("/opt/runtime", "/opt/some/where"));
    try (Sandbox sandbox = engine().create(work)) {
      assertThat(shell(sandbox, "touch /opt/some/where/x 2>&1 || find /opt/some/where"))
          .endsWith("/opt/some/where");
      assertThat(shell(sandbox, "mv /opt/some /opt/other 2>/dev/null || echo stays"))
          .isEqualTo("stays");
      assertThat(
              shell(
                  sandbox,
                  "for d in /tmp /opt /opt/extra /workspace/deep \"$HOME\" /var/tmp; do"
                      + " mkdir -p $d && echo yes > $d/file && mv $d/file $d/moved && cat $d/moved && rm $d/moved || exit 1; done | sort -u"))
          .isEqualTo("yes");
    }
  }

  @Test
  default void a_read_only_folder_beside_them_stays_in_its_place() throws IOException {
    requires(Feature.FIXED_FOLDERS, Feature.READ_ONLY_FOLDERS);
    Path skill = Files.createTempDirectory(scratch(), "skill").toRealPath();
    Files.writeString(skill.resolve("run"), "genuine\n");
    SandboxSpec work =
        spec()
            .withFixed(List.of("/opt/runtime"))
            .withMount(new Mount(skill, "/workspace/skills/one", Mount.Access.READ_ONLY));
    try (Sandbox sandbox = engine().create(work)) {
      attack(sandbox, "/workspace/skills/one", "run");
      sandbox.run(
          Command.shell(
              "mv /workspace /away; mv /workspace/skills /workspace/away; mkdir -p /workspace/skills/one;"
                  + " echo bad > /workspace/skills/one/run; rm /skills; mkdir -p /skills/one; echo bad > /skills/one/run"));
      assertThat(shell(sandbox, "cat /workspace/skills/one/run; cat /skills/one/run || :"))
          .doesNotContain("bad")
          .startsWith("genuine");
    }
  }
}
