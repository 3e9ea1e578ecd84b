package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.contents.Item;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.validation.Planting;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Packages that try to leave unclaimed files in the image, or files that affect other packages.
/// The image holds exactly the claimed files, independent of the build. A claim on another
/// package's file is refused. A file that takes effect by itself is reported.
class PlantingStoryTest {
  private static final RuntimeEnvironment OWN = new RuntimeEnvironment(Workshop.SKILL);

  private static Workshop workshop;
  private static Installed ready;

  @BeforeAll
  static void open() throws IOException {
    workshop = new Workshop();
    workshop.carrySource("planting", Planting.text("lab/planting.py"));
    workshop.carryWheel(
        "victim",
        "1.0",
        Map.of(
            "victim_two.py", "TWO = 2\n",
            "victim_three.py", "THREE = 3\n",
            "victim_folder/__init__.py", "FOLDER = 4\n"));
    ready = workshop.install("victim");
    assertThat(ready.failure()).as(ready.commands().toString()).isEmpty();
  }

  @AfterAll
  static void close() {
    workshop.close();
  }

  @Test
  void nothing_that_a_build_does_in_its_sandbox_reaches_the_image() {
    Installed planted = workshop.installOn(ready, RuntimeEnvironment.SHARED, "planting");
    assertThat(planted.failure()).as(planted.commands().toString()).isEmpty();
    requireOnlyClaimed(planted);
    try (Sandbox fork = workshop.open(planted)) {
      String worked = python(fork, "import planting; print(planting.WORKED)");
      assertThat(worked)
          .as("what worked in the sandbox of the build")
          .contains("'file_in_opt'", "'start_of_python'", "'forged_compiled_code'")
          .contains("'changed_package'", "'removed_package'", "'hard_link'", "'attribute'")
          .contains("'late_writer_in_another_session'", "'late_writer_without_a_parent'")
          .contains("'program_before_others'", "'python_of_the_environment'", "'pipe'")
          .contains("'closed_folder'", "'link_out'", "'top_of_the_root'");
      assertThat(found(fork)).isEmpty();
      assertThat(
              python(
                  fork,
                  "import victim, victim_two, victim_three, victim_folder; print(victim_two.TWO +"
                      + " victim_three.THREE + victim_folder.FOLDER)"))
          .isEqualTo("9\n");
    }
  }

  @Test
  void nor_into_an_environment_of_a_skills_own() {
    Installed planted = workshop.installOn(ready, OWN, "planting");
    assertThat(planted.failure()).as(planted.commands().toString()).isEmpty();
    requireOnlyClaimed(planted);
    assertThat(planted.sources()).hasSize(1);
    try (Sandbox fork = workshop.open(planted)) {
      assertThat(found(fork)).isEmpty();
    }
  }

  /// Compares the layer itself, entry by entry, without the code that compared it before.
  private static void requireOnlyClaimed(Installed installed) {
    Inventory inventory = workshop.inventory(installed);
    for (LayerEntry entry : workshop.engine.changes(installed.candidate())) {
      switch (entry.kind()) {
        case FOLDER, REPLACED_FOLDER -> assertThat(entry.mode()).as(entry.path()).isEqualTo(0755);
        case FILE, LINK -> {
          Item item = inventory.files().find(entry.path()).orElseThrow();
          assertThat(entry.content()).as(entry.path()).isEqualTo(item.content());
          assertThat(entry.mode()).as(entry.path()).isEqualTo(item.mode());
          assertThat(entry.names()).as(entry.path()).isEqualTo(1);
        }
        default -> throw new AssertionError("unexpected: " + entry);
      }
      assertThat(entry.attributes()).as(entry.path()).isEmpty();
    }
  }

  private static String found(Sandbox fork) {
    return fork.run(Command.shell(Planting.SEARCH)).stdout().text().strip();
  }

  private static String python(Sandbox sandbox, String code) {
    return sandbox.run(Command.of("python", "-c", code)).stdout().text();
  }

  /// Returns claims of one wheel each: its files, and a part of the refusal.
  static Stream<Arguments> refused() {
    return Stream.of(
        claim("climbs", "../../../../../../etc/profile.d/x.sh", "leads elsewhere"),
        claim("absolute", "/etc/profile.d/x.sh", "leads elsewhere"),
        claim("backslash", "..\\..\\x.py", "leads elsewhere"),
        claim("python", "NAME-1.0.data/scripts/python3", "a program called python3"),
        claim("pip", "NAME-1.0.data/scripts/pip", "a program called pip"),
        claim("settings", "NAME-1.0.data/data/pyvenv.cfg", "/pyvenv.cfg of the environment"),
        claim(
            "library",
            "NAME-1.0.data/data/lib64/x.py",
            "/lib64 of environment, which is no folder"),
        claim("borrowed", "pip/__main__.py", "/pip/__main__.py of the environment"),
        claim("activate", "NAME-1.0.data/scripts/activate", "/bin/activate of the environment"),
        claim("unknown", "NAME-1.0.data/secret/x.py", "an unknown kind"),
        claim("thief", "victim_two.py", "/victim_two.py (pip victim 1.0)"),
        claim("folder", "victim.py/x.py", "/victim.py of pip victim 1.0, which is no folder"),
        claim("control", "a\nb.py", "leads elsewhere"),
        claim("turned", "a\u202eb.py", "leads elsewhere"),
        claim(
            "metadata",
            "NAME-1.0.data/purelib/later-1.0.dist-info/METADATA",
            "metadata of a package that was not installed"),
        claim("egg", "later-1.0.egg-info", "metadata of a package that was not installed"),
        claim("module", "victim/__init__.py", "victim would be imported from files of several"),
        claim("optional", "victim_folder/_speed.py", "victim_folder would be imported"),
        claim("script", "NAME-1.0.data/scripts/victim.py", "victim would be imported from files"),
        claim("json", "NAME-1.0.data/scripts/json.py", "in place of json of the standard library"),
        claim("tool", "NAME-1.0.data/scripts/ls", "a program called ls"),
        claim(
            "standard", "NAME-1.0.data/data/lib/pythonVERSION/os.py", "/os.py of the environment"));
  }

  private static Arguments claim(String name, String path, String refusal) {
    return Arguments.of(name, path, refusal);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void a_package_that_claims_what_is_not_its_own_is_refused(
      String name, String path, String refusal) throws IOException {
    String package_ = "claim" + name;
    String version = workshop.python().version();
    workshop.carryWheel(
        package_,
        "1.0",
        Map.of(path.replace("NAME", package_).replace("VERSION", version), Planting.MARK));
    Installed installed = workshop.remake(ready, package_ + "-1.0-py3-none-any.whl");
    assertThat(installed.failure()).hasValueSatisfying(why -> assertThat(why).contains(refusal));
    assertThat(installed.candidate()).isEqualTo(ready.candidate());
    assertThat(installed.contents()).isEqualTo(ready.contents());
  }

  @Test
  void what_takes_effect_by_itself_is_named_though_a_package_claims_it() throws IOException {
    workshop.carryWheel(
        "acting",
        "1.0",
        Map.of(
            "acting.pth", "import acting\n",
            "sitecustomize.py", "",
            "acting-1.0.data/scripts/namei", "#!/bin/sh\nexit 0\n",
            "acting-1.0.dist-info/entry_points.txt", "[console_scripts]\nlscpu = acting:main\n",
            "__pycache__/acting.cpython-311.pyc", Planting.MARK,
            "sourceless.pyc", Planting.MARK));
    Installed installed = workshop.remake(ready, "acting-1.0-py3-none-any.whl");
    assertThat(installed.failure()).isEmpty();
    assertThat(installed.noticed())
        .anyMatch(
            it -> it.contains("/acting.pth (runs with every start of Python; of pip acting 1.0)"))
        .anyMatch(it -> it.contains("/sitecustomize.py (runs with every start of Python"))
        .anyMatch(it -> it.contains("/bin/namei (takes the place of namei"))
        .anyMatch(it -> it.contains("/bin/lscpu (takes the place of lscpu"))
        .anyMatch(it -> it.contains("left out") && it.contains("acting.cpython-311.pyc"))
        .anyMatch(it -> it.contains("left out") && it.contains("sourceless.pyc"));
    assertThat(installed.doubts())
        .satisfiesExactlyInAnyOrder(
            it ->
                assertThat(it)
                    .contains("/acting.pth of pip acting 1.0 runs code at every start of Python")
                    .endsWith("import acting"),
            it -> assertThat(it).contains("/sitecustomize.py of pip acting 1.0 runs code"));
    requireOnlyClaimed(installed);
    try (Sandbox fork = workshop.open(installed)) {
      assertThat(found(fork)).isEmpty();
    }
  }

  @Test
  void a_plug_in_that_a_package_of_others_reads_is_for_a_person_to_acknowledge()
      throws IOException {
    workshop.carryWheel(
        "reading",
        "1.0",
        Map.of(
            "reading_app.py", "from importlib.metadata import entry_points as e\nG='app.plug'\n"));
    Installed reader = workshop.remake(ready, "reading-1.0-py3-none-any.whl");
    assertThat(reader.failure()).isEmpty();
    assertThat(reader.doubts()).isEmpty();
    String plugins = "[app.plug]\nown = plugged:main\n[other.group]\nx = plugged:main\n";
    workshop.carryWheel(
        "plugged", "1.0", Map.of("plugged-1.0.dist-info/entry_points.txt", plugins));
    Installed alone = workshop.remake(ready, "plugged-1.0-py3-none-any.whl");
    assertThat(alone.failure()).isEmpty();
    assertThat(alone.doubts()).as("nobody reads it").isEmpty();
    Installed beside = workshop.remake(reader, "plugged-1.0-py3-none-any.whl");
    assertThat(beside.failure()).isEmpty();
    assertThat(beside.doubts())
        .containsExactly(
            "The plug-in group \"app.plug\" of pip plugged 1.0 is read by pip reading 1.0, which"
                + " other skills use too: own would run in their work.");
    Installed after = workshop.remake(alone, "reading-1.0-py3-none-any.whl");
    assertThat(after.doubts())
        .as("the plug-in was there first")
        .containsExactly(
            "The plug-in group \"app.plug\" of pip plugged 1.0, which was there before, is read by"
                + " pip reading 1.0: own would run in their work.");
    assertThat(beside.acknowledged(List.of("held: " + beside.doubts().getFirst())).doubts())
        .isEmpty();
    assertThat(beside.acknowledged(List.of("something else")).doubts()).hasSize(1);
  }

  @Test
  void what_adds_to_a_package_that_comes_later_is_for_a_person_to_acknowledge() throws IOException {
    workshop.carryWheel("host", "1.0", Map.of("hosting/__init__.py", ""));
    workshop.carryWheel(
        "adder",
        "1.0",
        Map.of(
            "hosting/_speed.py",
            Planting.MARK,
            "adder-1.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: adder\nVersion: 1.0\n"
                + "Requires-Dist: host; extra == 'never'\n"));
    Installed alone = workshop.remake(ready, "adder-1.0-py3-none-any.whl");
    assertThat(alone.failure()).isEmpty();
    assertThat(alone.doubts()).isEmpty();
    Installed later = workshop.remake(alone, "host-1.0-py3-none-any.whl");
    assertThat(later.failure()).isEmpty();
    assertThat(later.doubts())
        .singleElement()
        .satisfies(it -> assertThat(it).contains("pip adder 1.0 adds to hosting of pip host 1.0"));
  }

  @Test
  void two_packages_share_a_namespace_and_the_first_declaration_stays() throws IOException {
    String pkgutil = "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n";
    workshop.carryWheel(
        "spaceone", "1.0", Map.of("space/__init__.py", pkgutil, "space/one.py", "ONE = 1\n"));
    workshop.carryWheel(
        "spacetwo",
        "1.0",
        Map.of(
            "space/__init__.py", "# mine\n" + pkgutil,
            "space/two.py", "TWO = 2\n",
            "tests/__init__.py", "",
            "LICENSE", "two\n"));
    Installed one = workshop.remake(ready, "spaceone-1.0-py3-none-any.whl");
    Installed two = workshop.remake(one, "spacetwo-1.0-py3-none-any.whl");
    assertThat(two.failure()).isEmpty();
    requireOnlyClaimed(two);
    try (Sandbox fork = workshop.open(two)) {
      assertThat(python(fork, "import space.one, space.two; print(space.one.ONE + space.two.TWO)"))
          .isEqualTo("3\n");
    }
    workshop.carryWheel(
        "spacethree", "1.0", Map.of("tests/__init__.py", "raise SystemExit(1)\n", "LICENSE", "3"));
    Installed three = workshop.remake(two, "spacethree-1.0-py3-none-any.whl");
    assertThat(three.failure()).isEmpty();
    assertThat(three.noticed())
        .anyMatch(it -> it.contains("left out") && it.contains("tests/__init__.py"))
        .anyMatch(it -> it.contains("left out") && it.contains("LICENSE"));
    try (Sandbox fork = workshop.open(three)) {
      assertThat(python(fork, "import tests; print('kept')")).isEqualTo("kept\n");
    }
  }

  @Test
  void code_that_forges_what_pip_says_gets_nothing_in_that_no_index_and_no_skill_has()
      throws IOException {
    workshop.carrySource("forging", Planting.text("lab/forging.py"));
    Installed installed = workshop.installOn(ready, RuntimeEnvironment.SHARED, "forging");
    assertThat(installed.failure())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("/tmp/evil-1.0-py3-none-any.whl")
                    .contains("neither an index nor the skill"));
    assertThat(installed.candidate()).isEqualTo(ready.candidate());
  }
}
