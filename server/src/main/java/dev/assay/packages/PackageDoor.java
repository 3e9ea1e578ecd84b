package dev.assay.packages;

import dev.assay.packages.fetch.Fetcher;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.PortConnection;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// The connection of one installation to the configured indexes, and to nothing else. Its clients
/// are in a sandbox and hostile; they see only addresses of the door.
///
/// Thread-safe. Closing it deletes the files that came through it.
public final class PackageDoor implements AutoCloseable {
  private static final int AT_ONCE = 16;

  private final PackageSources sources;
  private final DoorExchanges exchanges = new DoorExchanges();
  private final Asker asker;
  private final KeptFiles files;
  private final Deliveries deliveries;
  private final PipPages pip;
  private final NpmPages npm;
  private final AptFiles apt;
  private final IndexFault blame;
  private final Semaphore places = new Semaphore(AT_ONCE);

  PackageDoor(PackageSources sources, Fetcher fetcher, Path folder) {
    this.sources = sources;
    this.asker = new Asker(fetcher, exchanges);
    this.files = new KeptFiles(folder);
    this.deliveries = new Deliveries(asker, files);
    this.pip = new PipPages(sources, asker, deliveries);
    this.npm = new NpmPages(sources, asker, deliveries);
    this.apt = new AptFiles(sources, asker);
    this.blame = new IndexFault(sources, exchanges, asker);
  }

  /// Answers one request of a client and ends the connection. It never throws for a fault of the
  /// client or of an index.
  public void serve(PortConnection client) {
    try (client) {
      DoorRequest request = DoorRequest.read(client.input());
      DoorAnswer answer =
          new DoorAnswer(
              client.output(), request.isHead() ? DoorAnswer.Part.HEADER : DoorAnswer.Part.WHOLE);
      places.acquire();
      try {
        serve(request, answer);
      } finally {
        places.release();
      }
    } catch (DoorRequest.Malformed e) {
      malformed(client, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return; // a client that left ends its connection, nothing else
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(DoorRequest request, DoorAnswer answer) throws IOException {
    try {
      switch (kind(request)) {
        case "p" -> pip.serveProject(request, answer);
        case "l" -> pip.serveLinks(request, answer);
        case "n" -> npm.serve(request, answer);
        case "d" -> apt.serve(request, answer);
        case "f" -> deliveries.serve(request.path(), answer);
        default ->
            throw asker.refuse(
                Optional.empty(),
                request.method() + " " + request.path() + " of " + request.host());
      }
    } catch (Unanswered e) {
      answer.refuse(e.status(), e.exchange().shown());
    }
  }

  private static String kind(DoorRequest request) {
    return request.isForDoor() && request.parts().size() > 1 ? request.parts().getFirst() : "";
  }

  private void malformed(PortConnection client, String reason) {
    Unanswered _ = asker.refuse(Optional.empty(), "something that is not HTTP");
    try {
      new DoorAnswer(client.output(), DoorAnswer.Part.WHOLE).refuse(400, reason);
    } catch (IOException e) {
      return; // the client reads no answer
    }
  }

  /// The environment that makes commands inside use the door and nothing else.
  ///
  /// @param port the port inside that leads to [#serve]
  public Map<String, String> variables(int port) {
    return new DoorVariables(sources, "http://127.0.0.1:" + port).all();
  }

  /// The text of a base's sources of apt, of either style, with the door's addresses in it.
  /// Archives that apt reaches in another way than over HTTP stay unchanged.
  ///
  /// @param port the port inside that leads to [#serve]
  /// @param text the text of the base; never a text that a skill may have written
  public String aptSources(int port, String text) {
    return apt.rewrite(text, "http://127.0.0.1:" + port);
  }

  /// The file behind an address of this door, as pip reports it or npm notes it, fetched now if the
  /// inside has not done so. Empty for any other address.
  ///
  /// @throws AssayException with `VALIDATION_ERROR` and the reason if the file cannot be fetched
  public Optional<PackageFile> find(String insideUrl) {
    try {
      return deliveries.find(String.valueOf(new URI(insideUrl).getRawPath())).map(this::load);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /// The file of a version of an npm package: the file that the inside fetched for it, or else the
  /// file that its registry names now. Empty if there is no such version.
  ///
  /// @throws AssayException with `VALIDATION_ERROR` and the reason if it cannot be fetched
  public Optional<PackageFile> findNpm(String name, String version) {
    Optional<FileTarget> known = deliveries.findLabelled(name + "@" + version);
    try {
      return (known.isPresent() ? known : npm.find(name, version)).map(this::load);
    } catch (Unanswered e) {
      throw cannotBeHad(e);
    }
  }

  /// The output of a command inside, with the door's addresses replaced by their targets.
  public String readable(String text) {
    return new DoorAddresses(sources, deliveries).replaced(text);
  }

  private PackageFile load(FileTarget target) {
    try {
      return deliveries.load(target);
    } catch (Unanswered e) {
      throw cannotBeHad(e);
    }
  }

  private static AssayException cannotBeHad(Unanswered e) {
    return new AssayException(ErrorCode.VALIDATION_ERROR, e.exchange().shown() + ".", e);
  }

  /// The first thousand exchanges.
  public List<Exchange> exchanges() {
    return exchanges.list();
  }

  /// The number of exchanges.
  public long count() {
    return exchanges.count();
  }

  /// The hosts that were contacted, as `name:port`.
  public List<String> hosts() {
    return List.copyOf(asker.hosts());
  }

  /// The reason why an index, or the way there, is to blame for a failed installation; empty if the
  /// indexes answered as they should.
  public Optional<String> trouble() {
    return blame.find();
  }

  @Override
  public void close() {
    files.delete();
  }
}
