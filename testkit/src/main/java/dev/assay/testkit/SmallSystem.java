package dev.assay.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A folder with just enough of this machine's own programs for a base: a shell, tar and Python.
public final class SmallSystem {
  private static final String MAKE =
      """
      set -e
      PATH=/usr/bin:/bin
      mkdir -p "$1/usr/bin" "$1/usr/lib" "$1/usr/lib64" "$1/etc" "$1/var" "$1/dev"
      for name in bin lib lib64; do ln -s "usr/$name" "$1/$name"; done
      for name in sh bash cat awk ls sleep timeout wc; do cp -L "$(command -v $name)" "$1/usr/bin/$name"; done
      cp "$(readlink -f "$(command -v python3)")" "$1/usr/bin/python3"
      for library in $(ldd "$1"/usr/bin/* | grep -o '/[^ ]*[.]so[^ ]*' | sort -u); do
        mkdir -p "$1${library%/*}" && cp -L "$library" "$1$library"
      done
      modules=$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')
      mkdir -p "$1$modules"
      cp "$modules"/*.py "$1$modules"
      for name in encodings json collections re importlib; do
        [ ! -d "$modules/$name" ] || cp -r "$modules/$name" "$1$modules"
      done
      """;

  private SmallSystem() {}

  /// @param folder the folder to be made
  public static Path in(Path folder) {
    try {
      Process process =
          new ProcessBuilder("sh", "-c", MAKE, "sh", folder.toString())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(output);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }
}
