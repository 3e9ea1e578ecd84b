package dev.assay.cli.doctor;

import dev.assay.database.EmbeddedDatabase;
import dev.assay.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks at everything Assay's main job needs on this machine, and at what it can use besides.
final class Examination {
  private static final String USERNS_REMEDY =
      "Allow unprivileged user namespaces: sysctl -w kernel.unprivileged_userns_clone=1 (Debian), or"
          + " sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu); in a container add"
          + " --security-opt seccomp=unconfined --security-opt systempaths=unconfined; or use Docker"
          + " sandboxes.";

  private static final long COMFORTABLE_MEBIBYTES = 1024;

  private final Programs programs;
  private final Home home;
  private final Kernel kernel;

  Examination(Map<String, String> environment) {
    programs = new Programs(environment.getOrDefault("PATH", "/usr/bin:/bin:/usr/sbin:/sbin"));
    home = Home.locate(environment);
    kernel = Kernel.probe();
  }

  List<Diagnosis> diagnoses() {
    return List.of(
        java(),
        database(),
        homeFolder(),
        kernelFeature("user namespaces", "userns", USERNS_REMEDY),
        kernelFeature(
            "overlay", "overlay", "Use kernel 5.11 or newer, and a home on ext4, xfs or btrfs."),
        kernelFeature("veth", "veth", "Load the kernel module: modprobe veth."),
        kernelFeature("seccomp", "seccomp", "Use a kernel with CONFIG_SECCOMP_FILTER."),
        program("bubblewrap", "bwrap", "Install it: apt-get install bubblewrap"),
        program(
            "slirp4netns",
            "slirp4netns",
            "Skills are tried online too. Install it: apt-get install slirp4netns"),
        tun(),
        cgroup(),
        docker(),
        chromium());
  }

  private static Diagnosis java() {
    int version = Runtime.version().feature();
    String finding = version + " (" + System.getProperty("java.vendor", "unknown vendor") + ")";
    return version >= 25
        ? Diagnosis.ok("JDK", finding)
        : Diagnosis.missing("JDK", finding, "Install a JDK 25, for example temurin-25-jdk.");
  }

  private static Diagnosis database() {
    return EmbeddedDatabase.findObstacle()
        .map(obstacle -> Diagnosis.missing("database", "the embedded one cannot run", obstacle))
        .orElseGet(() -> Diagnosis.ok("database", "the embedded PostgreSQL can run"));
  }

  private Diagnosis homeFolder() {
    Path nearest = home.path();
    while (nearest.getParent() != null && Files.notExists(nearest)) {
      nearest = nearest.getParent();
    }
    if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
      return Diagnosis.missing(
          "home",
          home.path() + " cannot be written",
          "Point ASSAY_HOME at a folder you can write.");
    }
    try {
      long free = Files.getFileStore(nearest).getUsableSpace() / (1024 * 1024);
      String finding = home.path() + ", " + free + " MiB free";
      String remedy = "Free some space, or point ASSAY_HOME elsewhere.";
      if (free < Home.NEEDED_MEBIBYTES) {
        return Diagnosis.missing("home", finding, remedy);
      }
      return free < COMFORTABLE_MEBIBYTES
          ? Diagnosis.limited("home", finding, remedy)
          : Diagnosis.ok("home", finding);
    } catch (IOException e) {
      return Diagnosis.limited(
          "home", home.path() + ": " + e.getMessage(), "Check the file system.");
    }
  }

  private Diagnosis kernelFeature(String subject, String feature, String remedy) {
    return kernel.permits(feature)
        ? Diagnosis.ok(subject, "permitted")
        : Diagnosis.missing(subject, kernel.finding(feature), remedy);
  }

  private Diagnosis program(String subject, String name, String remedy) {
    return programs
        .find(name)
        .map(
            path ->
                Diagnosis.ok(
                    subject,
                    programs
                        .output(List.of(path.toString(), "--version"))
                        .map(text -> text.lines().findFirst().orElse(""))
                        .orElse(path.toString())))
        .orElseGet(() -> Diagnosis.missing(subject, "not installed", remedy));
  }

  private static Diagnosis tun() {
    boolean open =
        Files.isReadable(Path.of("/dev/net/tun")) && Files.isWritable(Path.of("/dev/net/tun"));
    return Diagnosis.ok(
        "tun", open ? "/dev/net/tun can be opened" : "/dev/net/tun is closed; not needed");
  }

  private Diagnosis cgroup() {
    String version = kernel.permits("cgroup") ? kernel.finding("cgroup") : "none";
    return version.startsWith("v")
        ? Diagnosis.ok("cgroup", version)
        : Diagnosis.limited(
            "cgroup",
            "none; limits are enforced by polling",
            "Mount cgroup2 at /sys/fs/cgroup and delegate a group to this user.");
  }

  private Diagnosis docker() {
    Optional<String> version =
        programs
            .find("docker")
            .flatMap(
                path ->
                    programs.output(
                        List.of(path.toString(), "version", "--format", "{{.Server.Version}}")));
    return version.isPresent()
        ? Diagnosis.ok("Docker", "engine " + version.get())
        : Diagnosis.limited(
            "Docker",
            "no engine answers; only needed for Docker sandboxes",
            "Install and start it: apt-get install docker.io");
  }

  private Diagnosis chromium() {
    return programs.find("chromium").or(() -> programs.find("chromium-browser")).isPresent()
        ? Diagnosis.ok("chromium", "installed")
        : Diagnosis.limited(
            "chromium",
            "not installed; only needed by Assay's own tests",
            "Install it: apt-get install chromium");
  }
}
