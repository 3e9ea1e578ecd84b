package dev.assay.sandbox.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import dev.assay.skill.sandbox.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What daemons say differently means the same.
class DaemonDifferencesTest {
  private static JsonNode about(String id, String root) {
    return JsonMapper.builder()
        .build()
        .valueToTree(Map.of("ID", id, "Name", "here", "DockerRootDir", root));
  }

  @Test
  void a_name_is_ours_with_the_usual_registry_or_this_machine_before_it_and_with_no_other() {
    for (String place : new String[] {"", "docker.io/library/", "localhost/"}) {
      assertThat(ImageTag.find(place + "skill-runtime:v1.2", "skill-runtime"))
          .contains(new ImageTag(place + "skill-runtime:v1.2", "v1.2"));
    }
    for (String other :
        new String[] {"quay.io/x/skill-runtime:v1.2", "x/skill-runtime:v1.2", "<none>:<none>"}) {
      assertThat(ImageTag.find(other, "skill-runtime")).as(other).isEmpty();
    }
  }

  @Test
  void a_daemon_with_an_id_is_known_by_it_and_one_that_makes_it_up_by_its_place() {
    assertThat(DaemonIdentity.of(about("A:B", "/a"), about("A:B", "/a"))).isEqualTo("A:B");
    String known = DaemonIdentity.of(about("1", "/a"), about("2", "/a"));
    assertThat(DaemonIdentity.of(about("3", "/a"), about("4", "/a"))).isEqualTo(known);
    assertThat(DaemonIdentity.of(about("5", "/b"), about("6", "/b"))).isNotEqualTo(known);
    assertThat(DaemonIdentity.of(about("", "/a"), about("", "/a"))).isEqualTo(known);
  }

  @Test
  void containers_get_the_server_s_own_limits_of_files_and_processes() {
    String table =
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             unlimited            unlimited            processes
        Max open files            1024                 20000                files
        """;
    assertThat(OwnLimits.of(table, 32768))
        .containsExactly(
            Map.of("Name", "nofile", "Soft", 20000L, "Hard", 20000L),
            Map.of("Name", "nproc", "Soft", 32768L, "Hard", 32768L));
  }

  @Test
  void disk_is_measured_with_either_name_of_the_driver_and_with_no_other() {
    for (Map.Entry<String, Boolean> driver :
        Map.of("overlay2", true, "overlay", true, "vfs", false).entrySet()) {
      DockerAbilities abilities = new DockerAbilities(true, true, true, true, driver.getKey());
      assertThat(abilities.with(Set.of()).enforces(Limit.DISK))
          .as(driver.getKey())
          .isEqualTo(driver.getValue());
    }
  }

  private static LayerEntry entry(String path, Kind kind, int mode, String content) {
    return new LayerEntry(path, kind, mode, content, 1, List.of());
  }

  @Test
  void places_of_mounts_are_no_change_and_anything_else_there_is() {
    String empty = Digest.of(new byte[0]).hex();
    LayerEntry folder = entry("/etc", Kind.FOLDER, 0755, "");
    LayerEntry hosts = entry("/etc/hosts", Kind.FILE, 0700, empty);
    LayerEntry link = entry("/etc/mtab", Kind.LINK, 0777, "/proc/mounts");
    assertThat(MountPlaces.removedFrom(List.of(folder, hosts, link))).isEmpty();
    for (LayerEntry changed :
        List.of(
            entry("/etc", Kind.FOLDER, 0777, ""),
            entry("/etc", Kind.REPLACED_FOLDER, 0755, ""),
            entry("/etc/hosts", Kind.FILE, 0644, Digest.of(new byte[1]).hex()),
            entry("/etc/passwd", Kind.FILE, 0644, empty),
            entry("/etc/mtab", Kind.LINK, 0777, "/opt/x"))) {
      assertThat(MountPlaces.removedFrom(List.of(hosts, changed))).containsExactly(changed);
    }
    assertThat(MountPlaces.removedFrom(List.of(folder))).containsExactly(folder);
  }

  @Test
  void the_empty_folder_below_the_list_of_packages_is_no_change_and_one_with_files_is() {
    List<LayerEntry> empty =
        List.of(
            entry("/var", Kind.FOLDER, 0755, ""),
            entry("/var/lib", Kind.FOLDER, 0755, ""),
            entry("/var/lib/dpkg", Kind.FOLDER, 0755, ""));
    assertThat(MountPlaces.removedFrom(empty)).isEmpty();
    assertThat(MountPlaces.removedFrom(empty.subList(0, 2))).isEqualTo(empty.subList(0, 2));
    List<LayerEntry> written = new ArrayList<>(empty);
    written.add(entry("/var/lib/dpkg/status", Kind.FILE, 0644, "x"));
    assertThat(MountPlaces.removedFrom(written)).isEqualTo(written);
  }
}
