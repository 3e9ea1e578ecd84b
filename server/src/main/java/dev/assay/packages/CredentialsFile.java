package dev.assay.packages;

import dev.assay.packages.fetch.Credentials;
import dev.assay.packages.format.Netrc;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The file that `assay.packages.credentials` names.
final class CredentialsFile {
  private CredentialsFile() {}

  /// @throws AssayException with `CONFIGURATION_INVALID` if other users could read it, or this
  ///   process cannot
  static Credentials load(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw invalid(file, "is not there; name a netrc file", null);
      }
      if (!isPrivate(file)) {
        throw invalid(file, "can be read by others; run chmod 600 " + file, null);
      }
      return of(Netrc.read(Files.readString(file)));
    } catch (Netrc.Malformed e) {
      throw invalid(file, "is not a netrc file: " + e.reason(), null);
    } catch (IOException e) {
      throw invalid(file, "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private static boolean isPrivate(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    return permissions.stream().allMatch(each -> each.name().startsWith("OWNER_"));
  }

  private static AssayException invalid(
      Path file, String what, @org.jspecify.annotations.Nullable Exception cause) {
    return new AssayException(
        ErrorCode.CONFIGURATION_INVALID,
        "assay.packages.credentials: %s %s.".formatted(file, what),
        cause);
  }

  /// The entries of a file of the system. A malformed file counts as empty, because it is not ours
  /// to repair.
  static List<Credentials.Entry> entriesIfReadable(String text) {
    try {
      return of(Netrc.read(text)).entries();
    } catch (Netrc.Malformed e) {
      return List.of();
    }
  }

  private static Credentials of(List<Netrc.Entry> entries) {
    List<Credentials.Entry> all = new ArrayList<>();
    for (Netrc.Entry entry : entries) {
      String place = entry.machine().replaceFirst("^[a-z]+://", "");
      int slash = place.indexOf('/');
      String host = slash < 0 ? place : place.substring(0, slash);
      int colon = host.endsWith("]") ? -1 : host.lastIndexOf(':');
      boolean withPort = colon > 0 && host.substring(colon + 1).matches("\\d{1,5}");
      all.add(
          new Credentials.Entry(
              withPort ? host.substring(0, colon) : host,
              withPort ? Integer.parseInt(host.substring(colon + 1)) : 0,
              slash < 0 ? "/" : place.substring(slash),
              entry.login(),
              entry.password()));
    }
    return new Credentials(all);
  }
}
