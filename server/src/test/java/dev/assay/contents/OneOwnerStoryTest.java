package dev.assay.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.contents.PythonNames.Fault;
import dev.assay.contents.PythonNames.Rule;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Wheels that try to put code or metadata in the place of another package. Each of them works on
/// the machine's own Python when its files are laid out as pip would; each is refused by exactly
/// one rule, so that the test fails when that rule is gone.
class OneOwnerStoryTest {
  private static final String MARK = "print('PLANTED')\n";
  private static final Set<String> LIBRARY = Set.of("json", "random", "os", "argparse");

  private static final LaidWheel VICTIM =
      LaidWheel.of(
          "victim",
          "vicmod.py",
          "print('genuine')\n",
          "vicpkg/__init__.py",
          "try:\n    import vicpkg._speed\nexcept ImportError:\n    pass\n",
          "vicpkg/sub.py",
          "",
          "vicns/mod.py",
          "",
          "vicpk/__init__.py",
          "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n",
          "vicpk/mod.py",
          "",
          "victim-1.0.dist-info/entry_points.txt",
          "[console_scripts]\nvic-run = vicmod:main\n");

  private static PythonEnvironment python;

  @TempDir private Path folder;

  @BeforeAll
  static void ask() throws Exception {
    String version =
        run("python3", "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip();
    python = new PythonEnvironment(RuntimeEnvironment.SHARED, version, "/usr/bin/python3");
  }

  /// @param code what another program does; with it the planter shows itself under plain pip; empty
  ///   where that takes compiled code
  record Planter(Rule rule, LaidWheel wheel, String code) {
    @Override
    public String toString() {
      return rule + " " + wheel.files().keySet();
    }
  }

  private static Planter planter(Rule rule, String code, String... files) {
    return new Planter(rule, LaidWheel.of("evil", files), code);
  }

  private static final String LATER = "Metadata-Version: 2.1\nName: later\nVersion: 1.0\n";
  private static final String INSTALLED =
      "import importlib.metadata as m; m.version('later'); print('PLANTED')";

  static Stream<Planter> planters() {
    String site = "NAME-1.0.data/data/lib/python" + version() + "/site-packages/";
    String sub = "import vicpkg.sub";
    return Stream.of(
        planter(
            Rule.METADATA, INSTALLED, "NAME-1.0.data/purelib/later-1.0.dist-info/METADATA", LATER),
        planter(
            Rule.METADATA, INSTALLED, "NAME-1.0.data/platlib/later-1.0.dist-info/METADATA", LATER),
        planter(Rule.METADATA, INSTALLED, site + "later-1.0.dist-info/METADATA", LATER),
        planter(
            Rule.METADATA, INSTALLED, "NAME-1.0.data/purelib/later-1.0.DIST-INFO/METADATA", LATER),
        planter(Rule.METADATA, INSTALLED, "later-1.0.egg-info", LATER),
        planter(Rule.METADATA, INSTALLED, "later-1.0-py3.11.egg-info/PKG-INFO", LATER),
        planter(Rule.METADATA, INSTALLED, "later.egg-info/PKG-INFO", LATER),
        planter(Rule.METADATA, "", "later.egg-link", "/tmp/x\n"),
        planter(Rule.METADATA, "", "later-1.0-py3.11.egg/EGG-INFO/PKG-INFO", LATER),
        planter(Rule.METADATA, "", "direct_url.json", "{}"),
        planter(
            Rule.METADATA, INSTALLED, "NAME-1.0.data/scripts/later-1.0.dist-info/METADATA", LATER),
        planter(
            Rule.METADATA,
            INSTALLED,
            "evil.pth",
            "evil_more\n",
            "evil_more/later-1.0.dist-info/METADATA",
            LATER),
        planter(
            Rule.METADATA,
            "",
            "NAME-1.0.data/purelib/victim-2.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: victim\nVersion: 2.0\n"),
        planter(Rule.NAME, "import vicmod", "vicmod/__init__.py", MARK),
        planter(Rule.NAME, "import vicmod", site + "vicmod/__init__.py", MARK),
        planter(Rule.NAME, "", "vicmod.cpython-311-x86_64-linux-gnu.so", "ELF"),
        planter(Rule.NAME, "", "vicmod.abi3.so", "ELF"),
        planter(Rule.NAME, "", "vicmod.so", "ELF"),
        planter(Rule.NAME, "", "vicns/mod.abi3.so", "ELF"),
        planter(Rule.NAME, "import vicns.mod", "vicns/__init__.py", MARK),
        planter(Rule.NAME, "import vicns.mod", "vicns/mod/__init__.py", MARK),
        planter(Rule.NAME, "import vicns", "vicns.py", MARK),
        planter(Rule.NAME, "import vicpk.mod", "vicpk/mod/__init__.py", MARK),
        planter(Rule.NAME, sub, "vicpkg/sub/__init__.py", MARK),
        planter(Rule.NAME, sub, "vicpkg/_speed.py", MARK),
        planter(Rule.NAME, sub, "vicpkg/_speed/__init__.py", MARK),
        planter(
            Rule.NAME,
            sub,
            "vicpkg/__init__.py",
            VICTIM.files().getOrDefault("vicpkg/__init__.py", ""),
            "vicpkg/_speed.py",
            MARK),
        planter(Rule.NAME, "import vicmod", "NAME-1.0.data/scripts/vicmod.py", MARK),
        planter(Rule.NAME, "import vicmod", "NAME-1.0.data/scripts/vicmod/__init__.py", MARK),
        planter(Rule.NAME, "import vicns.mod", "NAME-1.0.data/scripts/vicns/mod.py", MARK),
        planter(
            Rule.NAME,
            "import vicmod",
            "evil.pth",
            "import sys, os; sys.path.insert(0, os.path.join(sitedir, 'evil_first'))\n",
            "evil_first/vicmod.py",
            MARK),
        planter(
            Rule.NAME,
            "import vicns.other.more",
            "evil.pth",
            "evil_more\n",
            "evil_more/vicns/other/more.py",
            MARK,
            "evil_more/vicns/mod.py",
            ""),
        planter(
            Rule.NAME,
            "import vicpkg; hasattr(vicpkg, '__file__') or print('PLANTED')",
            "evil-nspkg.pth",
            nspkg("vicpkg")),
        planter(Rule.LIBRARY, "import json", "NAME-1.0.data/scripts/json.py", MARK),
        planter(Rule.LIBRARY, "import json", "NAME-1.0.data/scripts/json/__init__.py", MARK),
        planter(
            Rule.LIBRARY,
            "import random",
            "evil.pth",
            "import sys, os; sys.path.insert(0, os.path.join(sitedir, \"evil_first\"))\n",
            "evil_first/random.py",
            MARK),
        planter(
            Rule.METADATA,
            "import importlib.metadata as m; [print('PLANTED') for d in m.distributions() if"
                + " d.metadata['Name'] == 'later']",
            "NAME-1.0.data/purelib/.dist-info/METADATA",
            LATER),
        planter(
            Rule.LIBRARY,
            "import argparse; hasattr(argparse, 'ArgumentParser') or print('PLANTED')",
            "evil-nspkg.pth",
            nspkg("argparse")),
        planter(
            Rule.FOLDER,
            INSTALLED,
            "evil.pth",
            "evil_more\u00a0\n",
            "evil_more/later-1.0.dist-info/METADATA",
            LATER),
        planter(Rule.FOLDER, "", "evil.pth", "# Python 3.13 ends lines here:\fimport evil\n"),
        planter(Rule.FOLDER, "", "evil.pth", "# and here:\u2028import evil\n"),
        planter(Rule.FOLDER, "", "evil.pth", "/tmp/evil-modules\n"),
        planter(Rule.FOLDER, "", "evil.pth", "../../../../../../../tmp/evil-modules\n"),
        planter(Rule.FOLDER, "", "evil.pth", "evil.zip\n", "evil.zip", "PK"));
  }

  private static String nspkg(String name) {
    return "import sys, types, os;has_mfs = sys.version_info > (3, 5);p ="
        + " os.path.join(sys._getframe(1).f_locals['sitedir'], *('NAME',));m ="
            .replace("NAME", name)
        + " sys.modules.setdefault('NAME', types.ModuleType('NAME'));mp = (m or []) and"
            .replace("NAME", name)
        + " m.__dict__.setdefault('__path__',[]);(p not in mp) and mp.append(p)\n";
  }

  private static String version() {
    try {
      return run("python3", "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
          .strip();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("planters")
  void code_in_the_place_of_another_package_works_under_pip_and_is_refused_here(Planter planter)
      throws Exception {
    try (Staging staging = laid(planter.wheel(), VICTIM)) {
      if (!planter.code().isEmpty()) {
        assertThat(imported(staging, planter.code())).as("under plain pip").contains("PLANTED");
      }
      List<Fault> faults = List.copyOf(names(staging).faults());
      assertThat(faults)
          .isNotEmpty()
          .as("refused by this rule only, so that nothing else hides its absence")
          .allMatch(fault -> fault.rule() == planter.rule())
          .anyMatch(fault -> fault.sentence().contains("pip evil 1.0"));
    }
    try (Staging staging = laid(VICTIM, planter.wheel())) {
      assertThat(names(staging).faults()).as("in the other order").isNotEmpty();
    }
    try (Staging staging = laid(VICTIM)) {
      assertThat(names(staging).faults()).as("without it").isEmpty();
    }
  }

  private Staging laid(LaidWheel... wheels) throws IOException {
    Staging staging = new Staging(folder, 1 << 26);
    python.lay(staging);
    for (LaidWheel each : wheels) {
      try (Wheel wheel = each.open(folder)) {
        wheel.lay(
            python,
            staging,
            new ProgramNames(Set.of(), ProgramNames.Origin.INDEX),
            path -> staging.items().keySet().stream().anyMatch(it -> it.startsWith(path)));
      }
    }
    return staging;
  }

  private static PythonNames names(Staging staging) {
    return new PythonNames(
        python, new Contents(staging.items()), item -> staging.text(item), LIBRARY);
  }

  /// As a console script of the environment would: its own folder first, then the packages.
  private static String imported(Staging staging, String code) throws Exception {
    Path root = staging.folder();
    String start =
        "import sys, site; sys.path.insert(0, r'%s'); site.addsitedir(r'%s'); import json, random; del sys.modules['json'], sys.modules['random']; exec(r'''%s''')"
            .formatted(
                root.resolve(python.programs().substring(1)),
                root.resolve(python.site().substring(1)),
                code);
    return run("python3", "-I", "-S", "-B", "-c", start);
  }

  private static String run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output;
  }

  /// Packages that share a namespace, of every kind, and other honest things.
  static Stream<List<LaidWheel>> honest() {
    String pkgutil = "__path__ = __import__(\"pkgutil\").extend_path(__path__, __name__)\n";
    String resources =
        "# namespace\n"
            + "try:\n"
            + "    import pkg_resources\n"
            + "    pkg_resources.declare_namespace(__name__)\n"
            + "except ImportError:\n"
            + "    import pkgutil\n"
            + "    __path__ = pkgutil.extend_path(__path__, __name__)\n";
    String frozen =
        resources
            + "try:\n"
            + "    import modulefinder\n"
            + "except ImportError:\n"
            + "    pass\n"
            + "else:\n"
            + "    for p in __path__:\n"
            + "        modulefinder.AddPackagePath(__name__, p)\n";
    return Stream.of(
        List.of(
            LaidWheel.of("one", "ns/one.py", ""), LaidWheel.of("two", "ns/two/__init__.py", "")),
        List.of(
            LaidWheel.of("one", "ns/__init__.py", pkgutil, "ns/one.py", ""),
            LaidWheel.of("two", "ns/__init__.py", resources, "ns/two.py", ""),
            LaidWheel.of("three", "ns/three.py", ""),
            LaidWheel.of("four", "ns/__init__.py", frozen, "ns/four.py", ""),
            LaidWheel.of(
                "five",
                "ns/__init__.py",
                frozen.replace("except ImportError:", "except (AttributeError, ImportError):"),
                "ns/five.py",
                "")),
        List.of(
            LaidWheel.of("one", "ns/__init__.py", resources, "ns/in/__init__.py", pkgutil),
            LaidWheel.of("two", "ns/in/__init__.py", pkgutil, "ns/in/two.py", "")),
        List.of(
            LaidWheel.of("nvidia_a", "nvidia/__init__.py", "", "nvidia/a/__init__.py", ""),
            LaidWheel.of("nvidia_b", "nvidia/__init__.py", "", "nvidia/b/__init__.py", "")),
        List.of(
            LaidWheel.of("py", "py/__init__.py", ""), LaidWheel.of("pytest", "py.py", "import x")),
        List.of(
            LaidWheel.of("one", "one.py", "", "six.py", "A = 1\n"),
            LaidWheel.of("two", "two.py", "", "six.py", "A = 1\n")),
        List.of(
            LaidWheel.of("one", "one.py", "", "tests/__init__.py", "", "tests/test_a.py", "1\n"),
            LaidWheel.of("two", "two.py", "", "tests/__init__.py", "x\n", "tests/test_a.py", "2\n"),
            LaidWheel.of("three", "three.py", "", "LICENSE", "other\n"),
            LaidWheel.of("four", "four.py", "", "LICENSE", "text\n")),
        List.of(
            LaidWheel.of(
                "setuptools",
                "setuptools/__init__.py",
                "",
                "setuptools/_vendor/packaging-24.dist-info/METADATA",
                "Name: packaging\n",
                "distutils-precedence.pth",
                "import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = os.environ.get(var,"
                    + " 'local') == 'local'; enabled and __import__('_distutils_hack');\n",
                "_distutils_hack/__init__.py",
                "",
                "argparse.py",
                ""),
            LaidWheel.of(
                "docutils", "docutils/__init__.py", "", "NAME-1.0.data/scripts/rst2x.py", "")),
        List.of(
            LaidWheel.of(
                "pyroute2",
                "pyroute2/__init__.py",
                "",
                "NAME-1.0.dist-info/entry_points.txt",
                "[console_scripts]\nss2 = pyroute2:run\n")),
        List.of(
            LaidWheel.of(
                "pytest_cov",
                "pytest_cov/__init__.py",
                "",
                "pytest-cov.pth",
                "import os, sys;exec('if \\'COV_CORE_SOURCE\\' in os.environ:\\n try:\\n  from"
                    + " pytest_cov.embed import init\\n  init()\\n except Exception as exc:\\n "
                    + " sys.stderr.write(\\n   \"pytest-cov: Failed to setup subprocess coverage."
                    + " \"\\n   \"Environ: {0!r} \"\\n   \"Exception: {1!r}\\\\n\".format(\\n   "
                    + " dict((k, v) for k, v in os.environ.items() if"
                    + " k.startswith(\\'COV_CORE\\')),\\n    exc\\n   )\\n  )\\n')\n")),
        List.of(
            LaidWheel.of(
                "old",
                "old/__init__.py",
                "",
                "old.egg-info/PKG-INFO",
                "Name: old\n",
                "old-1.0.dist-info/INSTALLER",
                "pip\n",
                "old-1.0.dist-info/direct_url.json",
                "{}"),
            LaidWheel.of("old_stubs", "old-stubs/__init__.pyi", "")));
  }

  @ParameterizedTest
  @MethodSource
  void honest(List<LaidWheel> wheels) throws IOException {
    try (Staging staging = laid(wheels.toArray(LaidWheel[]::new))) {
      PythonNames names = names(staging);
      assertThat(names.faults()).isEmpty();
      assertThat(names.code()).isEmpty();
      assertThat(staging.items().keySet()).noneMatch(path -> path.contains(".egg-info"));
    }
  }

  @Test
  void what_adds_to_a_package_that_it_requires_is_for_a_person() throws IOException {
    String requires = "Metadata-Version: 2.1\nName: %s\nVersion: 1.0\nRequires-Dist: %s\n";
    LaidWheel adding =
        LaidWheel.of(
            "adding",
            "vicpkg/more/__init__.py",
            "",
            "NAME-1.0.dist-info/METADATA",
            requires.formatted("adding", "Victim>=1; python_version > '3'"));
    try (Staging staging = laid(VICTIM, adding)) {
      PythonNames names = names(staging);
      assertThat(names.faults()).isEmpty();
      assertThat(names.additions())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.host()).isEqualTo("pip victim 1.0");
                assertThat(each.owners()).containsExactly("pip adding 1.0");
              });
    }
    for (String required : List.of("other", "victim ; extra == 'all'")) {
      LaidWheel wheel =
          LaidWheel.of(
              "adding",
              "vicpkg/more/__init__.py",
              "",
              "NAME-1.0.dist-info/METADATA",
              requires.formatted("adding", required));
      try (Staging staging = laid(VICTIM, wheel)) {
        assertThat(names(staging).faults()).as(required).hasSize(required.equals("other") ? 1 : 0);
      }
    }
    LaidWheel taking =
        LaidWheel.of(
            "taking",
            "vicpkg/sub/__init__.py",
            MARK,
            "NAME-1.0.dist-info/METADATA",
            requires.formatted("taking", "victim"));
    try (Staging staging = laid(VICTIM, taking)) {
      assertThat(names(staging).faults()).as("a name that the host has").hasSize(1);
    }
  }

  @Test
  void what_stands_out_is_named() throws IOException {
    LaidWheel wheel =
        LaidWheel.of(
            "acting",
            "acting.pth",
            "import acting\n",
            "acting.py",
            "",
            "argparse.py",
            "",
            "acting_vendor/other-1.0.dist-info/METADATA",
            "Name: other\n");
    try (Staging staging = laid(wheel)) {
      PythonNames names = names(staging);
      assertThat(names.faults()).isEmpty();
      assertThat(names.code())
          .singleElement()
          .satisfies(line -> assertThat(line.line()).isEqualTo("import acting"));
      assertThat(names.remarks())
          .anyMatch(it -> it.contains("argparse of pip acting 1.0 is never imported"))
          .anyMatch(
              it -> it.contains("copy of another package: acting_vendor/other-1.0.dist-info"));
    }
  }

  /// Files that no package may bring, and a part of what the refusal says.
  static Stream<Arguments> unusable() {
    String points = "NAME-1.0.dist-info/entry_points.txt";
    String moved = "NAME-1.0.data/purelib/";
    String library = "NAME-1.0.data/data/local/lib/python" + version() + "/dist-packages/";
    return Stream.of(
        // Debian's Python searches these in every environment, and reads their .pth files
        unusable("of the environment itself", library + "later-1.0.dist-info/METADATA", LATER),
        unusable("of the environment itself", library + "evil.pth", "import evil\n"),
        unusable(
            "of the environment itself",
            "NAME-1.0.data/data/lib/python3/dist-packages/vicmod.py",
            MARK),
        unusable("of the environment itself", "NAME-1.0.data/data/pip.conf", "[global]\n"),
        unusable("in two places", moved + "EVIL-1.0.dist-info/METADATA", LATER),
        unusable("in two places", moved + points, "[pytest11]\nevil = evil\n"),
        unusable("has no =", points, "[group]\nevil\n"),
        unusable("is none", points, "# Python ends the line here:\f[pytest11]\fx = evil\n"),
        unusable("is none", points, "\u00a0[pytest11]\nx = evil\n"),
        unusable("is none", points, "[a\0b]\nx = evil\n"),
        unusable(
            "more than 100 groups",
            points,
            IntStream.range(0, 101)
                .mapToObj("[g%d]\nx = m\n"::formatted)
                .collect(Collectors.joining())),
        unusable("a file and a folder at once", "evil_a", "", "evil_a/b.py", ""),
        unusable("a file and a folder at once", "evil_a/b.py", "", "evil_a", ""),
        unusable("leads elsewhere", "é".repeat(200) + ".py", ""));
  }

  private static Arguments unusable(String refusal, String... files) {
    return Arguments.of(refusal, LaidWheel.of("evil", files));
  }

  @ParameterizedTest
  @MethodSource
  void unusable(String refusal, LaidWheel wheel) {
    assertThatThrownBy(() -> laid(wheel).close())
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining(refusal)
        .hasMessageNotContaining(folder.toString());
  }

  /// Code that Python runs at every start.
  static Stream<LaidWheel> starting() {
    return Stream.of(
        LaidWheel.of(
            "evil",
            "evil.pth",
            "import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = os.environ.get(var, 'local') =="
                + " 'local'; enabled and __import__('_distutils_hack').add_shim();\n",
            "_distutils_hack/__init__.py",
            MARK),
        LaidWheel.of(
            "evil",
            "evil.pth",
            "import coverage; coverage.process_startup()\n",
            "coverage.py",
            MARK),
        LaidWheel.of("evil", "evil.pth", "\uFEFFimport evil\n"),
        LaidWheel.of("evil", "evil.pth", nspkg("a").strip() + ",a".repeat(100_000) + "\n"),
        LaidWheel.of("evil", "sitecustomize.py", MARK),
        LaidWheel.of("evil", "usercustomize/__init__.py", MARK));
  }

  @ParameterizedTest
  @MethodSource
  void starting(LaidWheel wheel) throws IOException {
    try (Staging staging = laid(VICTIM, wheel)) {
      assertThat(names(staging).faults()).isEmpty();
      assertThat(names(staging).code())
          .singleElement()
          .satisfies(line -> assertThat(line.owners()).containsExactly("pip evil 1.0"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[pytest11]]\nx = m",
        "[ pytest11 ]\n= m",
        "[pytest11]\n;x = m",
        "[pytest11]\n[x = m",
        "[pytest11]\nx = é.m"
      })
  void a_plug_in_is_one_however_it_is_spelled(String text) {
    assertThat(Wheel.plugins(text)).containsOnlyKeys("pytest11");
  }

  @Test
  void a_name_that_many_packages_share_holds_no_code_of_one_of_them() throws IOException {
    LaidWheel one = LaidWheel.of("nvidia_a", "nvidia/a/__init__.py", "");
    LaidWheel evil = LaidWheel.of("nvidia_evil", "nvidia/__init__.py", MARK);
    try (Staging staging = laid(one, evil)) {
      assertThat(names(staging).faults())
          .singleElement()
          .satisfies(fault -> assertThat(fault.rule()).isEqualTo(Rule.NAME));
    }
  }

  @Test
  @Timeout(30)
  void text_of_a_package_costs_no_more_than_its_length() throws IOException {
    String blanks = " ".repeat(20_000);
    assertThat(Wheel.plugins("[g]\na%s=%sb%s:%sc%s!".formatted(blanks, blanks, blanks, blanks, "")))
        .containsOnlyKeys("g");
    String declares = "__path__ = __import__('pkgutil').extend_path(__path__, __name__)\n";
    assertThat(NamespaceDeclaration.isIn("\"\"\"" + "a".repeat(7000) + "\"\"\"\n" + declares))
        .isTrue();
    assertThat(NamespaceDeclaration.isIn("#\n".repeat(3900) + declares)).isTrue();
    assertThat(NamespaceDeclaration.isIn("'text'; import evil\n" + declares)).isFalse();
    laid(LaidWheel.of("evil", "NAME-1.0.dist-info/RECORD", "\"\n\"a\n")).close();
  }

  @Test
  void text_that_is_too_long_to_be_read_is_refused() throws IOException {
    String comment = "#\n".repeat(9 << 20);
    LaidWheel points = LaidWheel.of("evil", "NAME-1.0.dist-info/entry_points.txt", comment);
    assertThatThrownBy(() -> laid(points).close())
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("too long");
    LaidWheel paths = LaidWheel.of("evil", "evil.pth", comment);
    try (Staging staging = laid(paths)) {
      assertThatThrownBy(() -> names(staging))
          .isInstanceOf(UnusablePackage.class)
          .hasMessageContaining("evil.pth has more than");
    }
  }

  static Stream<String> programs() {
    return Stream.of(
        "node",
        "python3",
        "python3.99",
        "pip",
        "pip3",
        "npm",
        "env",
        "ls",
        "git",
        "curl",
        "ssh",
        "sudo",
        "gcc-12",
        "cmake",
        "a\u001b[31m",
        "a\u202eb",
        "*",
        "-rf",
        "a\tb",
        "a b",
        "",
        "..",
        "a/b");
  }

  @ParameterizedTest
  @MethodSource
  void programs(String program) throws IOException {
    LaidWheel wheel =
        LaidWheel.of(
            "evil",
            "NAME-1.0.dist-info/entry_points.txt",
            "[console_scripts]\n" + program + " = evil:main\nfine = evil:main\n");
    if (program.isEmpty()) {
      laid(wheel).close(); // a line without a name makes no program
    } else {
      assertThatThrownBy(() -> laid(wheel).close())
          .isInstanceOf(UnusablePackage.class)
          .hasMessageContaining("program");
    }
    if (!program.matches(".*[\\p{Cntrl}/].*|\\.\\.|")) {
      LaidWheel script = LaidWheel.of("evil", "NAME-1.0.data/scripts/" + program, "#!/bin/sh\n");
      assertThatThrownBy(() -> laid(script).close()).isInstanceOf(UnusablePackage.class);
    }
  }

  @Test
  void a_package_brings_the_program_that_is_its_own_from_its_index_only() throws IOException {
    LaidWheel cmake =
        LaidWheel.of(
            "cmake",
            "NAME-1.0.dist-info/entry_points.txt",
            "[console_scripts]\ncmake = cmake:main\ncpack = cmake:main\n");
    try (Staging staging = laid(cmake)) {
      assertThat(staging.items()).containsKeys(python.programs() + "/cmake");
    }
    try (Staging staging = new Staging(folder, 1 << 20);
        Wheel wheel = cmake.open(folder)) {
      wheel.lay(
          python,
          staging,
          new ProgramNames(Set.of("cmake"), ProgramNames.Origin.INDEX),
          _ -> false);
      assertThat(staging.items())
          .doesNotContainKey(python.programs() + "/cmake")
          .containsKey(python.programs() + "/cpack");
      assertThat(wheel.remarks()).anyMatch(it -> it.contains("sandboxes have their own"));
    }
    try (Staging staging = new Staging(folder, 1 << 20);
        Wheel wheel = cmake.open(folder)) {
      ProgramNames carried = new ProgramNames(Set.of(), ProgramNames.Origin.CARRIED);
      assertThatThrownBy(() -> wheel.lay(python, staging, carried, _ -> false))
          .hasMessageContaining("program called cmake");
    }
  }

  @Test
  void metadata_that_names_another_package_than_its_folder_is_refused() throws IOException {
    LaidWheel wheel = LaidWheel.of("evil", "NAME-1.0.dist-info/METADATA", LATER);
    assertThatThrownBy(() -> wheel.open(folder))
        .isInstanceOf(UnusablePackage.class)
        .hasMessageContaining("its metadata is that of later 1.0");
    LaidWheel twice =
        LaidWheel.of(
            "evil", "NAME-1.0.dist-info/METADATA", "Name: evil\nName: later\nVersion: 1.0\n");
    assertThatThrownBy(() -> twice.open(folder)).hasMessageContaining("evil, later");
  }

  @Test
  void the_same_version_in_another_spelling_is_the_same() {
    for (Map.Entry<String, String> each :
        Map.of("1.0rc1", "1.0-rc.1", "1.0b2", "1.0beta2", "2.0.post1", "2.0-r1", "1.2", "v1.02")
            .entrySet()) {
      assertThat(Wheel.comparableVersion(each.getKey()))
          .isEqualTo(Wheel.comparableVersion(each.getValue()));
    }
    assertThat(Wheel.comparableVersion("1.0")).isNotEqualTo(Wheel.comparableVersion("1.0.1"));
  }
}
