package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.packages.PackageSettings;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.testkit.packages.NpmRegistry;
import dev.assay.testkit.packages.NpmTestPackage;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import dev.assay.validation.Planting;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.PackageSource.Made;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The result of a build belongs to its own sources, independent of other builds.
class BuildStoryTest {
  private static final RuntimeEnvironment SHARED = RuntimeEnvironment.SHARED;

  /// A backend that builds a wheel of one module.
  private static final String BACKEND =
      """
      import os, zipfile

      def wheel(path, name, value):
          info = name + "-1.0.dist-info/"
          with zipfile.ZipFile(path, "w") as z:
              z.writestr(name + ".py", "VALUE = '" + value + "'\\n")
              z.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: " + name + "\\nVersion: 1.0\\n")
              z.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
              z.writestr(info + "RECORD", name + ".py,,\\n" + info + "METADATA,,\\n" + info + "WHEEL,,\\n")

      def build_wheel(folder, config_settings=None, metadata_directory=None):
          BEFORE
          name = "NAME-1.0-py3-none-any.whl"
          wheel(os.path.join(folder, name), "NAME", "genuine")
          return name
      """;

  /// Code that replaces every wheel of another package for half a minute.
  private static final String INTRUDER =
      """
      import subprocess, sys
          wheel("/tmp/planted.whl", "victim", "planted")
          code = '''
      import glob, os, shutil, time
      end = time.time() + 30
      while time.time() < end:
          for each in glob.glob("/tmp/**/victim-1.0-*.whl", recursive=True):
              shutil.copy("/tmp/planted.whl", each + ".new")
              os.replace(each + ".new", each)
      '''
          subprocess.Popen([sys.executable, "-c", code], start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      """;

  private static final String NODE_INTRUDER =
      """
      const fs = require("fs");
      fs.writeFileSync("built.txt", "intruder");
      const code = `const fs = require("fs"); const end = Date.now() + 30000;
      while (Date.now() < end) { try { fs.writeFileSync("/opt/runtime/npm/lib/node_modules/zz-victim/built.txt", "planted"); } catch (e) {} }`;
      require("child_process").spawn(process.execPath, ["-e", code], {detached: true, stdio: "ignore"}).unref();
      """;

  private static PipIndex pip;
  private static NpmRegistry npm;
  private static Workshop workshop;
  private static byte[] victim;
  private static byte[] twin;

  @BeforeAll
  static void open() throws IOException {
    pip = PipIndex.start();
    victim = source("victim", "pass");
    pip.add("victim", "victim-1.0.zip", victim, "");
    pip.add("intruder", "intruder-1.0.zip", source("intruder", INTRUDER), "");
    String other = BACKEND.replace("BEFORE", "pass").replace("NAME", "victim");
    pip.add("impostor", "impostor-1.0.zip", Planting.source("impostor", other), "");
    pip.add(PythonPackage.of("alpha", "1.2").requiring("beta>=2"));
    pip.add(PythonPackage.of("beta", "2.1"));
    twin = source("twin", "pass");
    pip.add("twin", "twin-1.0.zip", twin, "");
    pip.add(PythonPackage.of("twin", "1.0"));
    npm = NpmRegistry.start();
    npm.add(scripted("aa-intruder", NODE_INTRUDER));
    npm.add(scripted("zz-victim", "require('fs').writeFileSync('built.txt', 'genuine');"));
    npm.add(
        scripted(
            "renamed",
            "require('fs').writeFileSync('package.json', '{\"name\":\"later\",\"version\":\"1.0.0\"}');"));
    workshop =
        new Workshop(
            new PackageSettings(
                Optional.of(pip.address()),
                Optional.of(List.of()),
                Optional.of(List.of()),
                Optional.of(npm.address()),
                Optional.of(Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(5)));
  }

  private static byte[] source(String name, String before) throws IOException {
    return Planting.source(name, BACKEND.replace("BEFORE", before).replace("NAME", name));
  }

  private static NpmTestPackage scripted(String name, String script) {
    return NpmTestPackage.of(name, "1.0.0")
        .with(
            "package.json",
            "{\"name\":\"%s\",\"version\":\"1.0.0\",\"scripts\":{\"postinstall\":\"node make.js\"}}"
                .formatted(name))
        .with("make.js", script);
  }

  @AfterAll
  static void close() {
    workshop.close();
    pip.close();
    npm.close();
  }

  private static Installed install(Inventory image, SandboxImage on, Requirement... wanted) {
    return workshop.install(
        Duration.ofMinutes(3), on, image, SHARED, new Dependencies(List.of(wanted)));
  }

  private static Installed install(Requirement... wanted) {
    return install(Inventory.EMPTY, SandboxImage.of("host"), wanted);
  }

  private static Requirement wheel(String name, String range, byte[]... contents) {
    List<String> hashes =
        java.util.Arrays.stream(contents).map(each -> Digest.of(each).toString()).toList();
    return new Requirement(
        Ecosystem.PIP, name, List.of(), range, Optional.empty(), hashes, "requirements.txt", 1);
  }

  private static PackageSource of(Installed installed, String name) {
    return installed.sources().stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_process_that_one_build_leaves_does_not_reach_the_wheel_of_another() {
    Installed installed = workshop.install("intruder", "victim");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    try (Sandbox fork = workshop.open(installed)) {
      assertThat(
              fork.run(Command.of("python", "-c", "import victim; print(victim.VALUE)"))
                  .stdout()
                  .text())
          .isEqualTo("genuine\n");
    }
    PackageSource built = of(installed, "victim");
    assertThat(built.made()).isEqualTo(Made.BUILT_HERE);
    assertThat(built.isOfIndex()).isTrue();
    assertThat(built.builtFrom()).contains(Digest.of(victim));
    assertThat(workshop.inventory(installed).packages()).contains(built);
  }

  @Test
  void sources_that_build_another_package_are_refused() {
    Installed installed = workshop.install("impostor");
    assertThat(installed.failure()).isPresent();
    assertThat(installed.candidate()).isEqualTo(SandboxImage.of("host"));
  }

  @Test
  void a_script_of_one_package_does_not_reach_what_another_one_builds() {
    Installed installed = npm("aa-intruder", "zz-victim");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    try (Sandbox fork = workshop.open(installed)) {
      String modules = "/opt/runtime/npm/lib/node_modules/";
      assertThat(fork.files().readText(modules + "zz-victim/built.txt")).isEqualTo("genuine");
      assertThat(fork.files().readText(modules + "aa-intruder/built.txt")).isEqualTo("intruder");
    }
    assertThat(of(installed, "zz-victim").builtFrom())
        .contains(
            Digest.of(
                scripted("zz-victim", "require('fs').writeFileSync('built.txt', 'genuine');")
                    .archive()));
  }

  @Test
  void a_script_cannot_make_another_package_of_its_own() {
    assertThat(npm("renamed").failure())
        .hasValueSatisfying(why -> assertThat(why).contains("another package").contains("later"));
  }

  private static Installed npm(String... names) {
    return workshop.install(
        Duration.ofMinutes(2),
        SandboxImage.of("host"),
        Inventory.EMPTY,
        SHARED,
        Workshop.dependencies(Ecosystem.NPM, names));
  }

  @Test
  void files_with_the_declared_hashes_are_installed_and_no_others() {
    byte[] alpha = PythonPackage.of("alpha", "1.2").requiring("beta>=2").wheel();
    byte[] beta = PythonPackage.of("beta", "2.1").wheel();
    Installed installed =
        install(wheel("alpha", "==1.2", beta, alpha), wheel("beta", "==2.1", beta));
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    assertThat(installed.sources())
        .extracting(PackageSource::name)
        .containsExactlyInAnyOrder("alpha", "beta");
    assertThat(install(wheel("alpha", "==1.2", beta), wheel("beta", "==2.1", beta)).failure())
        .hasValueSatisfying(why -> assertThat(why).contains("DO NOT MATCH THE HASHES"));
    // as in pip, an indirect requirement needs a hash, too
    assertThat(install(wheel("alpha", "==1.2", alpha)).failure())
        .hasValueSatisfying(why -> assertThat(why).contains("--require-hashes").contains("beta"));
    // the image already has this file
    Installed again =
        install(workshop.inventory(installed), installed.candidate(), wheel("beta", "==2.1", beta));
    assertThat(again.failure()).as(again.commands().toString()).isEmpty();
    assertThat(again.candidate()).isEqualTo(installed.candidate());
  }

  @Test
  void a_hash_of_sources_is_that_of_the_sources_and_what_the_image_has_counts_by_them() {
    assertThat(install(wheel("victim", "==1.0", new byte[] {1})).failure()).isPresent();
    Installed built = install(wheel("victim", "==1.0", victim));
    assertThat(built.failure()).as(built.commands().toString()).isEmpty();
    Installed again =
        install(workshop.inventory(built), built.candidate(), wheel("victim", "==1.0", victim));
    assertThat(again.failure()).as(again.commands().toString()).isEmpty();
    assertThat(again.candidate()).isEqualTo(built.candidate());
  }

  @Test
  void what_was_built_from_an_index_is_that_index_s_package_for_who_declares_it_later() {
    Installed built = workshop.install("victim");
    assertThat(built.failure()).as(built.commands().toString()).isEmpty();
    Installed later = workshop.installOn(built, SHARED, "victim==1.0");
    assertThat(later.failure()).as(later.commands().toString()).isEmpty();
    assertThat(later.candidate()).isEqualTo(built.candidate());
    assertThat(workshop.inventory(later).packages())
        .singleElement()
        .satisfies(source -> assertThat(source.isOfIndex()).isTrue());
  }

  @Test
  void a_hash_is_not_passed_over_because_the_image_has_that_version_already() {
    Installed there = workshop.install("twin");
    assertThat(of(there, "twin").made()).isEqualTo(Made.PUBLISHED);
    Installed other =
        install(workshop.inventory(there), there.candidate(), wheel("twin", "==1.0", twin));
    assertThat(other.failure())
        .hasValueSatisfying(
            why -> assertThat(why).contains("another file").contains("twin-1.0-py3-none-any.whl"));
    assertThat(other.candidate()).isEqualTo(there.candidate());
  }
}
