package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/// A folder with just enough of this machine's own programs to be a base: a shell, tar and Python.
public final class SmallSystem {
  private static final String MAKE =
      """
      set -e
      PATH=/usr/bin:/bin
      mkdir -p "$1/usr/bin" "$1/usr/lib" "$1/usr/lib64" "$1/etc" "$1/var" "$1/dev"
      for name in bin lib lib64; do ln -s "usr/$name" "$1/$name"; done
      for name in sh cat; do cp -L "$(command -v $name)" "$1/usr/bin/$name"; done
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

  public static Path in(Path folder) {
    NativeProgram.Answer made =
        NativeProgram.ask(List.of("sh", "-c", MAKE, "sh", folder.toString()));
    assertThat(made.code()).as(String.join("\n", made.lines())).isZero();
    return folder;
  }
}
