package dev.assay.cli.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// A small source tree with the real launcher, and a Maven that "builds" by copying a folder: a
/// real one takes minutes.
final class SourceTree {
  final Path top;
  final Shell shell;
  private final Path folder;

  SourceTree(Path folder, String name) throws IOException {
    this.folder = folder;
    this.top = folder.resolve(name);
    this.shell = new Shell(folder).set("ASSAY_NO_ARCHIVE", "1");
    Shell.copy(Shell.TOP.resolve("scripts"), top.resolve("scripts"));
    Files.copy(Shell.TOP.resolve("assay"), top.resolve("assay"));
    for (String file : new String[] {"pom.xml", "cli/pom.xml", "native/build.sh"}) {
      write(file, "");
    }
    write(".mvn/jvm.config", "");
    write("native/src/helper.c", "");
    write("cli/src/main/Some.java", "1");
    shell.program(
        "mvn",
        """
        echo x >>"%1$s/builds"
        echo '[INFO] Building Assay server 0.1.0   [5/6]'
        echo '[INFO] --- maven-compiler-plugin:3.16.0:compile (default-compile) @ assay-server ---'
        if [ -f "%1$s/during" ]; then . "%1$s/during"; fi
        rm -rf "%2$s/cli/target/dist"
        mkdir -p "%2$s/cli/target"
        cp -R "%1$s/built" "%2$s/cli/target/dist"
        """
            .formatted(folder, top));
    jar(folder.resolve("built/assay-cli.jar"));
    Files.createDirectories(folder.resolve("built/lib"));
  }

  Path launcher() {
    return top.resolve("assay");
  }

  /// Sets the result of the next builds.
  void gives(Path dist) throws IOException {
    Files.move(folder.resolve("built"), folder.resolve("built-before"));
    Files.createSymbolicLink(folder.resolve("built"), dist);
  }

  /// Sets a script that runs during the next builds.
  void during(String script) throws IOException {
    Files.writeString(folder.resolve("during"), script);
  }

  void write(String file, String text) throws IOException {
    Path path = top.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  long builds() throws IOException {
    Path file = folder.resolve("builds");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  /// A command line that prints what it was given.
  private static void jar(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Echo.class.getName());
    String entry = Echo.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      jar.putNextEntry(new JarEntry(entry));
      jar.write(Echo.class.getResourceAsStream("/" + entry).readAllBytes());
      jar.closeEntry();
    }
  }

  /// The main class of that command line.
  static final class Echo {
    public static void main(String[] arguments) {
      System.out.println("echo " + String.join(" ", arguments));
    }
  }
}
