package dev.assay.cli.sandbox;

import dev.assay.cli.connection.Connection;
import dev.assay.cli.connection.ServerOption;
import dev.assay.cli.terminal.JsonText;
import dev.assay.cli.terminal.Table;
import dev.assay.cli.terminal.TerminalUser;
import dev.assay.examination.BasePreparation;
import dev.assay.examination.SandboxBase;
import dev.assay.home.Home;
import dev.assay.sandbox.settings.DebianBuild;
import dev.assay.sandbox.settings.PreparedBase;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/// The commands `assay images …`.
@Command(
    name = "images",
    description = "Lists the runtime images of a server, rolls back, builds what they start from.",
    subcommands = ImagesVerify.class,
    mixinStandardHelpOptions = true)
public final class ImagesCommand implements Runnable {
  private static final String IMAGES = "/api/admin/images";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with images.");
  }

  @Command(
      name = "list",
      description = "Lists the runtime images, newest first.",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin ServerOption server,
      @Option(names = "--json", description = "As JSON.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode images = connection.get(IMAGES);
      if (json) {
        print(JsonText.of(images));
        return;
      }
      Table table =
          new Table("VERSION", "CURRENT", "MADE FROM", "SKILL", "PACKAGES", "SIZE", "CREATED");
      for (JsonNode image : images.path("versions")) {
        table.add(
            image.path("version").asString(""),
            image.path("is_current").asBoolean() ? "yes" : "",
            Visible.line(
                "%s on %s (%s)"
                    .formatted(
                        image.path("base").asString("?"),
                        image.path("architecture").asString("?"),
                        image.path("engine").asString("?"))),
            Visible.line(image.path("skill_name").asString("")),
            Integer.toString(packages(image)),
            image.path("size_bytes").asLong() / 1024 + " KiB",
            image.path("created_at").asString(""));
      }
      print(table.toString());
    }
  }

  private static int packages(JsonNode image) {
    int count = 0;
    for (JsonNode ecosystem : image.path("packages")) {
      count += ecosystem.size();
    }
    return count;
  }

  @Command(
      name = "contents",
      description = "Lists every package and file of a runtime image, with owner and hash.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "The output is the list as the server keeps it: its SHA-256 is the digest that attestations",
        "name as image_contents."
      })
  void contents(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "VERSION", description = "For example v1.3.") String version,
      @Option(names = "--json", description = "As JSON, at most 10,000 files.") boolean json) {
    try (Connection connection = server.connect()) {
      String path = IMAGES + "/" + word(version) + "/contents";
      PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
      out.print(
          json
              ? JsonText.of(connection.get(path + "?size=10000")) + System.lineSeparator()
              : lines(connection.text(path, "text/plain")));
      out.flush();
    }
  }

  @Command(
      name = "diff",
      description = "Lists the files that differ between two runtime images.",
      mixinStandardHelpOptions = true)
  void diff(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "FROM", description = "For example v1.2.") String from,
      @Parameters(paramLabel = "TO", description = "For example v1.3.") String to,
      @Option(names = "--json", description = "As JSON, at most 10,000 files.") boolean json) {
    try (Connection connection = server.connect()) {
      JsonNode found =
          connection.get(IMAGES + "/" + word(to) + "/diff?size=10000&from=" + word(from));
      if (json) {
        print(JsonText.of(found));
        return;
      }
      Table table = new Table("CHANGE", "PACKAGE", "PATH");
      for (JsonNode change : found.path("files")) {
        JsonNode line =
            change.path("after").isObject() ? change.path("after") : change.path("before");
        List<String> packages = new ArrayList<>();
        line.path("packages").forEach(each -> packages.add(each.asString("")));
        table.add(
            change.path("change").asString(""),
            Visible.line(String.join(", ", packages)),
            Visible.line(change.path("path").asString("")));
      }
      print(found.path("total").asInt() == 0 ? "No file differs." : table.toString());
    }
  }

  /// Encodes a version as part of an address.
  private static String word(String version) {
    return URLEncoder.encode(version, StandardCharsets.UTF_8);
  }

  /// Makes each line safe for a terminal, because skills choose the names of files.
  private static String lines(String text) {
    StringBuilder shown = new StringBuilder();
    text.lines()
        .forEach(
            line ->
                shown
                    .append(
                        java.util.Arrays.stream(line.split("\t", -1))
                            .map(Visible::line)
                            .collect(java.util.stream.Collectors.joining("\t")))
                    .append('\n'));
    return shown.toString();
  }

  @Command(
      name = "rollback",
      description = "Makes an earlier runtime image current, with the skills it was in use with.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Skills admitted later are out of use at once; validate them again or delete them."
      })
  void rollback(
      @Mixin ServerOption server,
      @Parameters(paramLabel = "VERSION", description = "For example v1.3.") String version,
      @Option(names = "--yes", description = "Do not ask.") boolean yes,
      @Option(names = "--dry-run", description = "Only show what would change.") boolean dryRun) {
    try (Connection connection = server.connect()) {
      Map<String, String> body = Map.of("target_version", version);
      JsonNode preview = connection.send("POST", IMAGES + "/rollback?dry_run=true", body);
      print(
          "From %s to %s.%n%s%n%s"
              .formatted(
                  preview.path("from_version").asString(""),
                  Visible.line(version),
                  named("Out of use: ", preview.path("rolled_back_skills")),
                  named("In use again: ", preview.path("restored_skills"))));
      if (dryRun) {
        return;
      }
      if (!yes) {
        TerminalUser.requireYes("Roll back?");
      }
      Map<String, String> seen =
          Map.of(
              "target_version", version, "from_version", preview.path("from_version").asString(""));
      JsonNode done = connection.send("POST", IMAGES + "/rollback", seen);
      print("Current is " + done.path("current_version").asString("") + ".");
    }
  }

  private static String named(String title, JsonNode skills) {
    List<String> names = new ArrayList<>();
    for (JsonNode skill : skills) {
      names.add(
          Visible.line(skill.path("name").asString(""))
              + " version "
              + skill.path("version").asString(""));
    }
    return title + (names.isEmpty() ? "nothing" : String.join(", ", names));
  }

  private void print(String text) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(Visible.text(text));
    out.flush();
  }

  @Command(
      name = "build",
      description = "Builds or imports what images start from, for this home.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Without --base what assay.sandbox.base says, or debian if that is host. debian is built once, in",
        "about a minute; it needs mmdebstrap (apt-get install mmdebstrap) and Debian's mirrors. A folder or",
        "tar archive is taken in as it is now. Afterwards:",
        "  assay sandbox run --image debian -- cat /etc/os-release"
      })
  void build(
      @Option(
              names = "--base",
              paramLabel = "debian|PATH",
              description = "debian, or a folder or tar archive with a whole system.")
          @Nullable String base,
      @Option(
              names = "--verbose",
              description = "Show every line of the builder instead of a line that changes.")
          boolean verbose) {
    String chosen =
        base == null
            ? SandboxBase.choice(Home.locate(System.getenv()), Path.of(""), System.getenv())
            : base;
    try (HomeEngine home = HomeEngine.open()) {
      if (chosen.contains("/")) {
        String name = home.engine().importBase(Path.of(chosen));
        print("The base %s is ready as \"%s\".".formatted(Visible.line(chosen), name));
        return;
      }
      if (base != null && !base.equals(SandboxImage.DEBIAN)) {
        throw new ParameterException(
            Objects.requireNonNull(spec).commandLine(),
            "--base " + Visible.line(base) + ": expected debian or a path with a slash.");
      }
      buildDebian(home, verbose);
      print("The base \"debian\" is ready.");
    }
  }

  @Command(
      name = "prepare",
      description = "Makes what sandboxes at Daytona or E2B start from.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Makes a sandbox there, adds the programs and folders that skills and the recording of sandboxes",
        "need (apt-get, so it has to go out), keeps a snapshot of it and removes the sandbox. The key is read",
        "from the settings or the environment, as by assay doctor --engine. For example:",
        "  ASSAY_SANDBOX_DAYTONA_KEY=… assay images prepare --engine daytona --from daytona-medium"
      })
  void prepare(
      @Option(
              names = "--engine",
              paramLabel = "daytona|e2b",
              required = true,
              description = "Where.")
          String engine,
      @Option(
              names = "--from",
              paramLabel = "NAME",
              required = true,
              description = "The snapshot or template to begin with, with Debian or Ubuntu in it.")
          String from,
      @Option(
              names = "--name",
              paramLabel = "NAME",
              defaultValue = "assay-base",
              description = "Of the new one; ${DEFAULT-VALUE} if not given.")
          String name) {
    if (TerminalUser.isThere()) {
      System.err.println("This takes some minutes.");
    }
    PreparedBase made =
        BasePreparation.run(Home.locate(System.getenv()), System.getenv(), engine, from, name);
    print(
        "The base is ready. Set %s: %s%nThen try it with: assay doctor --engine %s"
            .formatted(made.setting(), Visible.line(made.value()), engine));
  }

  private static void buildDebian(HomeEngine home, boolean verbose) {
    boolean changing = !verbose && TerminalUser.isThere();
    home.engine()
        .buildDebianBase(
            DebianBuild.usual(
                line -> {
                  if (changing) {
                    System.err.printf("\r%-78s", Visible.line(line, 76));
                  } else if (verbose) {
                    System.err.println(Visible.line(line));
                  }
                }));
    if (changing) {
      System.err.printf("\r%-78s\r", "");
    }
  }
}
