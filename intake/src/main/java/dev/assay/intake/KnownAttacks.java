package dev.assay.intake;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The list of known attacks that an installation uses in addition to the shipped one. Each list is
/// signed. The first list fixes the key, and later lists need the same key and a higher version. A
/// damaged list is an error; it is never ignored.
public final class KnownAttacks {
  private static final String TYPE = "application/vnd.assay.indicators";
  private static final String MARK = "signature ";
  private static final long LARGEST = 16 << 20;

  private static final String PUBLIC_KEY = "exactly one public Ed25519 key in PEM form";
  private static final String BOTH_KEYS =
      "an Ed25519 private key followed by its public key, both in PEM form; make one with"
          + " `openssl genpkey -algorithm ed25519 -out key.pem` and"
          + " `openssl pkey -in key.pem -pubout >> key.pem`";

  private final Path file;
  private final Path keyFile;

  /// @param file the path of the list
  /// @param keyFile the path of the public key that verifies lists
  public KnownAttacks(Path file, Path keyFile) {
    this.file = file;
    this.keyFile = keyFile;
  }

  /// @param keyId the id of the key that signed the list
  public record Installed(IndicatorList list, String keyId) {}

  /// Returns the list of this installation; empty if there is none.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` if the list or its signature is damaged
  public Optional<Installed> find() {
    return Files.exists(file) ? Optional.of(verified(file, key(keyFile))) : Optional.empty();
  }

  /// @param key a PEM file with the publisher's public key; needed for the first list only
  /// @throws AssayException with `CONFIGURATION_INVALID` if the list is not signed by that key,
  ///   cannot be read or is not newer
  public Installed update(Path sent, Optional<Path> key) {
    boolean known = Files.exists(keyFile);
    if (!known && key.isEmpty()) {
      throw invalid(
          "No key is known that lists of attacks are signed with. Give the publisher's public key with --key.");
    }
    PublicKey trusted = key(known ? keyFile : key.orElseThrow());
    if (known && key.isPresent() && !key(key.get()).equals(trusted)) {
      throw invalid(
          "%s is another key than the one that was given first. Remove %s to trust another publisher."
              .formatted(key.get(), keyFile));
    }
    Installed update = verified(sent, trusted);
    Optional<Installed> before = find();
    if (before.filter(old -> old.list().version() >= update.list().version()).isPresent()) {
      throw invalid(
          "%s has version %d, but version %d is installed. Ask for a newer list."
              .formatted(sent, update.list().version(), before.orElseThrow().list().version()));
    }
    try {
      replace(keyFile, PemKeys.text(trusted));
      replace(file, text(sent));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.HOME_UNUSABLE, "The list cannot be kept in " + file + ": " + e, e);
    }
    return update;
  }

  /// Replaces a file atomically: a reader sees the old or the new content, never a part.
  private static void replace(Path file, String text) throws IOException {
    Path folder = Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
    Path draft = Files.createTempFile(folder, ".indicators", ".new");
    try {
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /// Returns the text of a list with its signature as the last line.
  ///
  /// @param key a PEM file with a private key and its public key, such as an installation's own
  public static String sign(Path list, Path key) {
    String text = text(list);
    try {
      IndicatorList.parse(text);
    } catch (IllegalArgumentException e) {
      throw invalid(list + " is not a list of attacks: " + e.getMessage() + ".");
    }
    String body = text.endsWith("\n") ? text : text + "\n";
    String pem = text(key);
    List<PrivateKey> secret = keys(key, BOTH_KEYS, () -> PemKeys.privateKeys(pem));
    List<PublicKey> open = keys(key, BOTH_KEYS, () -> PemKeys.publicKeys(pem));
    KeyPair pair = new KeyPair(open.getFirst(), secret.getFirst());
    Envelope signed = Envelope.sign(TYPE, body.getBytes(StandardCharsets.UTF_8), pair);
    return body + MARK + signed.keyId() + " " + signed.signature() + "\n";
  }

  private static Installed verified(Path file, PublicKey key) {
    String text = text(file);
    int at = text.lastIndexOf("\n" + MARK);
    String[] parts = at < 0 ? new String[0] : text.substring(at + 1).strip().split(" ", -1);
    if (parts.length != 3) {
      throw invalid(file + " is not signed: its last line is not `signature KEY VALUE`.");
    }
    String body = text.substring(0, at + 1);
    String payload = Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8));
    if (!new Envelope(TYPE, payload, parts[1], parts[2]).isSignedBy(key)) {
      throw invalid(
          "%s is not signed by the key %s, or was changed. Get the list again from its publisher."
              .formatted(file, Envelope.keyId(key)));
    }
    try {
      return new Installed(IndicatorList.parse(body), Envelope.keyId(key));
    } catch (IllegalArgumentException e) {
      throw invalid(file + " is not a list of attacks: " + e.getMessage() + ".");
    }
  }

  private static PublicKey key(Path file) {
    String pem = text(file);
    return keys(file, PUBLIC_KEY, () -> PemKeys.publicKeys(pem)).getFirst();
  }

  private static <T> List<T> keys(
      Path file, String needed, java.util.function.Supplier<List<T>> read) {
    try {
      List<T> keys = read.get();
      if (keys.size() == 1) {
        return keys;
      }
    } catch (IllegalArgumentException _) {
      // handled below, like a file without keys
    }
    throw invalid(file + " does not hold " + needed + ".");
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw invalid(file + " is larger than 16 MiB.");
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID, "There is no file " + file + ".", e);
    } catch (CharacterCodingException e) {
      throw new AssayException(ErrorCode.CONFIGURATION_INVALID, file + " is no text in UTF-8.", e);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.CONFIGURATION_INVALID, file + " cannot be read: " + e, e);
    }
  }

  private static AssayException invalid(String message) {
    return new AssayException(ErrorCode.CONFIGURATION_INVALID, message);
  }
}
