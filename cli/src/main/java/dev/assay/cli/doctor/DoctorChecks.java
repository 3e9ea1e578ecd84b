package dev.assay.cli.doctor;

import dev.assay.examination.MachineExamination;
import dev.assay.home.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Checks the requirements of proving skills on this machine, and its optional features.
final class DoctorChecks {
  private final InstalledPrograms programs;
  private final Map<String, String> environment;
  private final Path workingDirectory;

  DoctorChecks(Map<String, String> environment, Path workingDirectory) {
    this.environment = environment;
    this.workingDirectory = workingDirectory;
    programs =
        new InstalledPrograms(environment.getOrDefault("PATH", "/usr/bin:/bin:/usr/sbin:/sbin"));
  }

  List<Diagnosis> diagnoses() {
    List<Diagnosis> all = new ArrayList<>(List.of(java()));
    MachineExamination.run(Home.locate(environment), workingDirectory, environment)
        .forEach(found -> all.add(diagnosis(found)));
    all.addAll(List.of(tun(), docker(), chromium()));
    return List.copyOf(all);
  }

  /// Converts a result of the server's own check, with the version of a program.
  private Diagnosis diagnosis(MachineExamination.Result found) {
    return switch (found.state()) {
      case OK -> Diagnosis.ok(found.subject(), version(found.finding()));
      case LIMITED -> Diagnosis.limited(found.subject(), found.finding(), found.remedy());
      case MISSING -> Diagnosis.missing(found.subject(), found.finding(), found.remedy());
    };
  }

  private String version(String finding) {
    return finding.endsWith("/bwrap") || finding.endsWith("/slirp4netns")
        ? programs
            .output(List.of(finding, "--version"))
            .flatMap(text -> text.lines().findFirst())
            .orElse(finding)
        : finding;
  }

  private static Diagnosis java() {
    int version = Runtime.version().feature();
    String finding = version + " (" + System.getProperty("java.vendor", "unknown vendor") + ")";
    return version >= 25
        ? Diagnosis.ok("JDK", finding)
        : Diagnosis.missing("JDK", finding, "Install a JDK 25, for example temurin-25-jdk.");
  }

  private static Diagnosis tun() {
    boolean open =
        Files.isReadable(Path.of("/dev/net/tun")) && Files.isWritable(Path.of("/dev/net/tun"));
    return Diagnosis.ok(
        "tun", open ? "/dev/net/tun can be opened" : "/dev/net/tun is closed; not needed");
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
    return Stream.of("chromium", "chromium-browser", "chromium-headless-shell")
            .anyMatch(name -> programs.find(name).isPresent())
        ? Diagnosis.ok("chromium", "installed")
        : Diagnosis.limited(
            "chromium",
            "not installed; only needed by Assay's own tests",
            "Install it: apt-get install chromium");
  }
}
