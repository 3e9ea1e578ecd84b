package dev.assay.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives of packages, well-formed and hostile.
class PackagesTest {
  private static final String INFO = "alpha-1.0.dist-info/";
  private static final PythonEnvironment PYTHON =
      new PythonEnvironment(RuntimeEnvironment.SHARED, "3.11", "/usr/bin/python3");

  private static final ProgramNames NAMES = new ProgramNames(Set.of(), ProgramNames.Origin.INDEX);

  @TempDir private Path folder;

  private Path wheel(Map<String, String> files, Map<String, Integer> modes) throws IOException {
    Path path = folder.resolve("alpha-1.0-py3-none-any.whl");
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(path)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        entry.setUnixMode(modes.getOrDefault(file.getKey(), 0100644));
        zip.putArchiveEntry(entry);
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    }
    return path;
  }

  private static Map<String, String> plain() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("alpha/__init__.py", "VALUE = 1\n");
    files.put("alpha/run", "#!/bin/sh\n");
    files.put("alpha-1.0.data/scripts/start", "#!python\nprint(1)\n");
    files.put("alpha-1.0.data/data/share/alpha.txt", "text");
    files.put("alpha-1.0.data/headers/alpha.h", "");
    files.put(INFO + "METADATA", "Metadata-Version: 2.1\nName: alpha\nVersion: 1.0\n");
    files.put(INFO + "WHEEL", "Wheel-Version: 1.0\n");
    files.put(
        INFO + "entry_points.txt",
        "[console_scripts]\nalpha = alpha.cli:App.run\n[other]\nx = y:z\n");
    files.put(
        INFO + "RECORD",
        "alpha/__init__.py,sha256=AAAA,10\nalpha/run,,\n"
            + INFO
            + "METADATA,,\n"
            + INFO
            + "WHEEL,,\n");
    return files;
  }

  @Test
  void a_wheel_is_laid_out_as_pip_would() throws IOException {
    Path path = wheel(plain(), Map.of("alpha/run", 0104755));
    try (Staging staging = new Staging(folder, 1 << 20);
        Wheel wheel = new Wheel("alpha-1.0-py3-none-any.whl", path)) {
      wheel.lay(PYTHON, staging, NAMES, _ -> false);
      assertThat(staging.items().keySet())
          .containsExactlyInAnyOrder(
              PYTHON.site() + "/alpha/__init__.py",
              PYTHON.site() + "/alpha/run",
              PYTHON.site() + "/" + INFO + "METADATA",
              PYTHON.site() + "/" + INFO + "WHEEL",
              PYTHON.site() + "/" + INFO + "entry_points.txt",
              PYTHON.site() + "/" + INFO + "INSTALLER",
              PYTHON.site() + "/" + INFO + "RECORD",
              PYTHON.programs() + "/start",
              PYTHON.programs() + "/alpha",
              PYTHON.root() + "/share/alpha.txt",
              PYTHON.root() + "/include/site/python3.11/alpha/alpha.h");
      assertThat(item(staging, PYTHON.site() + "/alpha/run").mode())
          .as("executable, but no set-id bit")
          .isEqualTo(0755);
      assertThat(staged(staging, PYTHON.programs() + "/start"))
          .isEqualTo("#!/opt/runtime/venv/bin/python\nprint(1)\n");
      assertThat(staged(staging, PYTHON.programs() + "/alpha"))
          .contains("from alpha.cli import App\n")
          .contains("sys.exit(App.run())");
      assertThat(staged(staging, PYTHON.site() + "/" + INFO + "RECORD"))
          .contains("alpha/__init__.py,sha256=")
          .contains("../../../../../../opt/runtime/venv/bin/start,sha256=")
          .endsWith(INFO + "RECORD,,\n");
      assertThat(wheel.remarks())
          .anyMatch(line -> line.contains("names another content of alpha/__init__.py"))
          .anyMatch(line -> line.contains("does not list alpha-1.0.data/scripts/start"));
    }
  }

  private static Item item(Staging staging, String path) {
    return Objects.requireNonNull(staging.items().get(path));
  }

  private static String staged(Staging staging, String path) throws IOException {
    return Files.readString(staging.folder().resolve(path.substring(1)));
  }

  @Test
  void links_in_a_wheel_are_refused() throws IOException {
    Map<String, String> files = plain();
    files.put("alpha/link.py", "/etc/passwd");
    Path path = wheel(files, Map.of("alpha/link.py", 0120777));
    assertThatThrownBy(() -> new Wheel("alpha-1.0-py3-none-any.whl", path))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("alpha/link.py is no regular file");
  }

  @Test
  void a_wheel_that_holds_another_package_than_its_name_says_is_refused() throws IOException {
    Path path = wheel(plain(), Map.of());
    assertThatThrownBy(() -> new Wheel("beta-1.0-py3-none-any.whl", path))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("it holds alpha 1.0");
  }

  @ParameterizedTest
  @CsvSource({"METADATA-less,2 folders", "no zip,no zip archive"})
  void what_is_no_wheel_is_refused_with_the_reason(String kind, String reason) throws IOException {
    Map<String, String> files = plain();
    files.put("beta-1.0.dist-info/METADATA", "");
    Path path = kind.equals("no zip") ? folder.resolve("no") : wheel(files, Map.of());
    if (kind.equals("no zip")) {
      Files.writeString(path, "<html>please sign in</html>");
    }
    assertThatThrownBy(() -> new Wheel("alpha-1.0-py3-none-any.whl", path))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({"al\tpha-1.0", "'alpha-1.0\ny'", "'alpha, beta-1.0'", "alpha-1.0 x"})
  void a_name_that_would_forge_a_list_of_files_is_refused(String folder) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(folder + ".dist-info/METADATA", "");
    files.put(folder + ".dist-info/WHEEL", "Wheel-Version: 1.0\n");
    files.put(folder + ".dist-info/RECORD", "");
    Path path = wheel(files, Map.of());
    assertThatThrownBy(() -> new Wheel(folder + "-py3-none-any.whl", path))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("names no package");
    Path archive =
        tarball(Map.of("package/package.json", "{\"name\":\"a b\",\"version\":\"1.0.0\"}"), "");
    assertThatThrownBy(() -> new NodePackage("a.tgz", archive))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("names no package");
  }

  @Test
  void a_bomb_ends_at_the_limit() throws IOException {
    Map<String, String> files = plain();
    files.put("alpha/zeros", "0".repeat(1 << 20));
    Path path = wheel(files, Map.of());
    try (Staging staging = new Staging(folder, 1 << 19);
        Wheel wheel = new Wheel("alpha-1.0-py3-none-any.whl", path)) {
      assertThatThrownBy(() -> wheel.lay(PYTHON, staging, NAMES, _ -> false))
          .isInstanceOf(UnusablePackage.class)
          .hasMessageContaining("assay.validation.disk");
    }
  }

  private Path tarball(Map<String, String> files, String link) throws IOException {
    Path path = folder.resolve("package.tgz");
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(path)))) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        byte[] bytes = file.getValue().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey(), true);
        entry.setSize(bytes.length);
        entry.setMode(0104777);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
      }
      if (!link.isEmpty()) {
        TarArchiveEntry entry = new TarArchiveEntry(link, TarConstants.LF_SYMLINK);
        entry.setLinkName("/etc/passwd");
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
      }
    }
    return path;
  }

  @Test
  void an_npm_package_is_laid_out_with_its_programs_and_without_links() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "package/package.json",
        "{\"name\":\"@s/tool\",\"version\":\"1.2.3\",\"bin\":\"./cli.js\"}");
    files.put("package/cli.js", "#!/usr/bin/env node\n");
    NodePackage archive = new NodePackage("tool.tgz", tarball(files, "package/link.js"));
    assertThat(archive.owner()).isEqualTo("npm @s/tool 1.2.3");
    assertThat(archive.hasInstallScript()).isFalse();
    try (Staging staging = new Staging(folder, 1 << 20)) {
      new NodeEnvironment(RuntimeEnvironment.SHARED)
          .lay(archive, "@s/tool", staging, NAMES, Map.of());
      assertThat(staging.items().keySet())
          .containsExactly(
              "/opt/runtime/npm/bin/tool",
              "/opt/runtime/npm/lib/node_modules/@s/tool/cli.js",
              "/opt/runtime/npm/lib/node_modules/@s/tool/package.json");
      assertThat(item(staging, "/opt/runtime/npm/bin/tool").content())
          .isEqualTo("../lib/node_modules/@s/tool/cli.js");
      assertThat(item(staging, "/opt/runtime/npm/lib/node_modules/@s/tool/cli.js").mode())
          .isEqualTo(0755);
    }
  }

  @Test
  void a_path_of_an_npm_package_may_begin_with_a_dot_and_stays_one_path() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("package/package.json", "{\"name\":\"tool\",\"version\":\"1.0.0\"}");
    files.put("package/dist/index.js", "first");
    files.put("package/./dist/./index.js", "last");
    NodePackage archive = new NodePackage("tool.tgz", tarball(files, ""));
    try (Staging staging = new Staging(folder, 1 << 20)) {
      List<String> _ =
          new NodeEnvironment(RuntimeEnvironment.SHARED)
              .lay(archive, "tool", staging, NAMES, Map.of());
      String modules = "/opt/runtime/npm/lib/node_modules/tool/";
      assertThat(staging.items().keySet())
          .containsExactly(modules + "dist/index.js", modules + "package.json");
      assertThat(staged(staging, modules + "dist/index.js")).isEqualTo("last");
    }
  }

  @ParameterizedTest
  @CsvSource({"package/../../../etc/x", "package//etc/x", "package/a\\b"})
  void an_npm_package_that_climbs_is_refused(String path) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("package/package.json", "{\"name\":\"tool\",\"version\":\"1.0.0\"}");
    files.put(path, "x");
    NodePackage archive = new NodePackage("tool.tgz", tarball(files, ""));
    try (Staging staging = new Staging(folder, 1 << 20)) {
      assertThatThrownBy(
              () ->
                  new NodeEnvironment(RuntimeEnvironment.SHARED)
                      .lay(archive, "tool", staging, NAMES, Map.of()))
          .isInstanceOf(UnusablePackage.class)
          .hasMessageContaining("leads elsewhere");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"node_modules", "@s/node_modules", "Node_Modules", "-rf", "@-s/x", "@../x"})
  void a_package_whose_folder_would_be_searched_for_those_of_others_is_refused(String name)
      throws IOException {
    Path archive =
        tarball(
            Map.of(
                "package/package.json",
                "{\"name\":\"%s\",\"version\":\"1.0.0\"}".formatted(name),
                "package/later/index.js",
                ""),
            "");
    assertThatThrownBy(() -> new NodePackage("a.tgz", archive))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("names no package");
  }

  @Test
  void programs_are_those_that_npm_would_link() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(
        "package/package.json",
        "{\"name\":\"tool\",\"version\":\"1.0.0\",\"directories\":{\"bin\":\"./bin/\"}}");
    files.put("package/bin/one", "");
    files.put("package/bin/.two", "");
    assertThat(new NodePackage("tool.tgz", tarball(files, "")).programs())
        .isEqualTo(Map.of("one", "bin/one"));
    files.put(
        "package/package.json",
        "{\"name\":\"tool\",\"version\":\"1.0.0\",\"directories\":{\"bin\":\"bin\"},\"bin\":{\"x\":\"/../bin//one\"}}");
    assertThat(new NodePackage("tool.tgz", tarball(files, "")).programs())
        .isEqualTo(Map.of("x", "bin/one"));
  }

  @ParameterizedTest
  @CsvSource({
    "/opt/runtime/venv/lib/python3.11/site-packages/node_modules/later/index.js, /opt/runtime/venv/lib/python3.11/site-packages/vic/run.js",
    "/opt/runtime/venv/node_modules/later/package.json, /opt/runtime/venv/bin/run.mjs",
    "/opt/runtime/venv/lib/python3.11/site-packages/package.json, /opt/runtime/venv/lib/python3.11/site-packages/vic/run.js",
    "/opt/skills/x/venv/share/node_modules/later.js, /opt/skills/x/venv/share/vic/a/run.cjs"
  })
  void what_javascript_of_another_package_would_find_above_it_is_a_fault(
      String planted, String script) {
    assertThat(names(planted, script, "pip evil 1.0", "pip vic 1.0").faults())
        .singleElement()
        .asString()
        .contains(planted, "pip evil 1.0", "JavaScript of pip vic 1.0");
    assertThat(names(planted, script, "pip vic 1.0", "pip vic 1.0").faults()).isEmpty();
    assertThat(
            names(planted, script.replaceFirst("js$", "py"), "pip evil 1.0", "pip vic 1.0")
                .faults())
        .isEmpty();
  }

  @Test
  void packages_in_npms_own_place_and_inside_one_of_their_own_are_no_fault() {
    String modules = "/opt/runtime/npm/lib/node_modules/";
    assertThat(
            names(modules + "a/node_modules/b/x.js", modules + "c/x.js", "npm b 1", "npm c 1")
                .faults())
        .isEmpty();
    String site = "/opt/runtime/venv/lib/python3.11/site-packages/";
    assertThat(
            names(site + "a/node_modules/b/x.js", site + "c/x.js", "pip a 1", "pip c 1").faults())
        .isEmpty();
  }

  @Test
  void a_program_of_a_python_package_hides_that_of_an_npm_package() {
    String npm = "/opt/runtime/npm/bin/tsc";
    String pip = "/opt/runtime/venv/bin/tsc";
    String sentence = "tsc starts the program of pip t 1, not that of npm tsc 1";
    NodeNames names = names(npm, pip, "npm tsc 1", "pip t 1");
    assertThat(names.hidden(Set.of())).isEmpty();
    assertThat(names.hidden(Set.of(npm))).containsExactly(new NodeNames.Hidden(sentence, false));
    assertThat(names.hidden(Set.of(pip)))
        .containsExactly(new NodeNames.Hidden(sentence + ", which other skills use, too.", true));
    String own = pip.replace("/opt/runtime", "/opt/skills/a");
    assertThat(names(npm, own, "npm tsc 1", "pip t 1").hidden(Set.of(npm, own))).isEmpty();
  }

  private static NodeNames names(String one, String other, String owner, String otherOwner) {
    return new NodeNames(
        Contents.of(
            List.of(Item.file(one, 0644, "", owner), Item.file(other, 0644, "", otherOwner))));
  }

  @Test
  void a_package_leaves_out_its_program_for_that_of_a_package_which_it_requires() throws Exception {
    Map<String, Set<String>> others = Map.of("run", Set.of("runner", "runner-cli", "evil"));
    for (String kind : List.of("dependencies", "peerDependencies", "none")) {
      NodePackage archive =
          new NodePackage(
              "runner.tgz",
              tarball(
                  Map.of(
                      "package/package.json",
                      """
                      {"name": "runner", "version": "1.0.0", "bin": {"run": "run.js"},
                       "%s": {"runner-cli": "^1"}}
                      """
                          .formatted(kind),
                      "package/run.js",
                      "#!/usr/bin/env node"),
                  ""));
      try (Staging staging = new Staging(folder, 1 << 20)) {
        List<String> remarks =
            new NodeEnvironment(RuntimeEnvironment.SHARED)
                .lay(archive, "runner", staging, NAMES, others);
        boolean required = !kind.equals("none");
        assertThat(remarks).hasSize(required ? 1 : 0);
        assertThat(staging.items().keySet().stream().anyMatch(path -> path.endsWith("/bin/run")))
            .isNotEqualTo(required);
      }
    }
  }
}
