package dev.assay.cli.sandbox;

import dev.assay.cli.terminal.Person;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.local.DebianBuild;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `assay images …`.
@Command(
    name = "images",
    description = "Builds what sandboxes are made from.",
    mixinStandardHelpOptions = true)
public final class ImagesCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Name what to do with images.");
  }

  @Command(
      name = "build",
      description = "Builds the base \"debian\" for this home, once; takes about a minute.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Needs mmdebstrap (apt-get install mmdebstrap) and Debian's mirrors. Afterwards:",
        "  assay sandbox run --image debian -- cat /etc/os-release"
      })
  void build(
      @Option(
              names = "--verbose",
              description = "Show every line of the builder instead of a line that changes.")
          boolean verbose) {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    boolean changing = !verbose && Person.isThere();
    try (HomeEngine home = HomeEngine.open()) {
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
    }
    if (changing) {
      System.err.printf("\r%-78s\r", "");
    }
    out.println("The base \"debian\" is ready.");
    out.flush();
  }
}
