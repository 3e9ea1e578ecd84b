package dev.assay.contents;

import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.dependency.RuntimeEnvironment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/// The virtual environment of a place's Python packages: its layout and its own files. It uses the
/// Python and the pip of the base.
///
/// @param version the version of Python, such as `3.11`
/// @param program the Python of the base, such as `/usr/bin/python3`
public record PythonEnvironment(RuntimeEnvironment place, String version, String program) {
  public PythonEnvironment {
    if (!version.matches("3\\.\\d{1,2}") || !program.matches("/[A-Za-z0-9._/-]{1,200}")) {
      throw new IllegalArgumentException("Not a Python: " + version + " at " + program);
    }
  }

  public String root() {
    return place.venv();
  }

  public String site() {
    return root() + "/lib/python" + version + "/site-packages";
  }

  public String programs() {
    return root() + "/bin";
  }

  String headers(String name) {
    return root() + "/include/site/python" + version + "/" + name;
  }

  public String python() {
    return programs() + "/python";
  }

  /// Says whether a path is reserved for the environment, whatever it holds now.
  boolean isReserved(String path, String owner) {
    boolean pip = owner.startsWith("pip pip ");
    String below = path.substring(Math.min(path.length(), root().length() + 1));
    String library = "lib/python" + version + "/";
    boolean inLibrary = below.startsWith(library) && !below.startsWith(library + "site-packages/");
    return inLibrary
        || (isSearched(below) && !below.startsWith(library + "site-packages/"))
        || Set.of("pyvenv.cfg", "pip.conf", "lib64", "bin", "lib", "include").contains(below)
        || below.matches("bin/(?:python[0-9.]*|[aA]ctivate(?:\\.[a-z0-9]+)?)")
        || (!pip && below.matches("bin/pip[0-9.]*"))
        || (!pip && below.startsWith(library + "site-packages/pip/"));
  }

  /// Returns whether the Python of a distribution searches the folder, beside the usual one.
  private boolean isSearched(String below) {
    return below.matches(
        "(?:local/)?lib(?:64)?/python(?:3|%s)/(?:site|dist)-packages(?:/.*)?"
            .formatted(Pattern.quote(version)));
  }

  /// Lays out the environment itself.
  public void lay(Staging staging) throws IOException {
    int slash = program.lastIndexOf('/');
    staging.link(programs() + "/python3", program, Item.ENVIRONMENT);
    staging.link(python(), "python3", Item.ENVIRONMENT);
    staging.link(programs() + "/python" + version, "python3", Item.ENVIRONMENT);
    staging.link(root() + "/lib64", "lib", Item.ENVIRONMENT);
    text(
        staging,
        root() + "/pyvenv.cfg",
        0644,
        "home = %s\ninclude-system-site-packages = false\nversion = %s\n"
            .formatted(slash == 0 ? "/" : program.substring(0, slash), version));
    text(
        staging,
        programs() + "/activate",
        0644,
        """
        # . activate: puts this environment first on the PATH
        VIRTUAL_ENV=%s
        PATH="$VIRTUAL_ENV/bin:$PATH"
        export VIRTUAL_ENV PATH
        """
            .formatted(root()));
    text(staging, site() + "/" + ExtraPackages.START_FILE, 0644, ExtraPackages.START_LINE);
  }

  private static void text(Staging staging, String path, int mode, String text) throws IOException {
    Item _ =
        staging.add(
            path,
            mode,
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            Item.ENVIRONMENT);
  }
}
