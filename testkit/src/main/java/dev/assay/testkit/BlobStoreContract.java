package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The contract of every [BlobStore]. A store's test extends this and opens an empty store.
public abstract class BlobStoreContract {
  private static final byte[] TEXT = "hello".getBytes(StandardCharsets.UTF_8);
  private static final Digest DIGEST = Digest.of(TEXT);

  /// Returns the same store within a test; it is empty at the test's start.
  protected abstract BlobStore store();

  @Test
  void gives_back_what_it_kept() throws IOException {
    store().keep(DIGEST, sink -> sink.write(TEXT));
    assertThat(store().contains(DIGEST)).isTrue();
    assertThat(read()).isEqualTo(TEXT);
  }

  @Test
  void knows_nothing_it_was_not_given() {
    assertThat(store().contains(DIGEST)).isFalse();
    assertThat(store().find(DIGEST)).isEmpty();
  }

  @Test
  void does_not_ask_for_a_content_it_has() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      store()
          .keep(
              DIGEST,
              sink -> {
                asked.incrementAndGet();
                sink.write(TEXT);
              });
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void keeps_nothing_when_the_writer_fails() {
    assertThatThrownBy(
            () ->
                store()
                    .keep(
                        DIGEST,
                        sink -> {
                          sink.write(TEXT, 0, 2);
                          throw new IOException("torn");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("torn");
    assertThat(store().contains(DIGEST)).isFalse();
    assertThat(store().find(DIGEST)).isEmpty();
  }

  @Test
  void forgets_what_is_removed_and_does_not_mind_twice() throws IOException {
    store().keep(DIGEST, sink -> sink.write(TEXT));
    store().remove(DIGEST);
    store().remove(DIGEST);
    assertThat(store().contains(DIGEST)).isFalse();
  }

  @Test
  void is_whole_for_every_reader_while_many_write() throws Exception {
    byte[] large = new byte[300_000];
    Digest digest = Digest.of(large);
    BlobStore store = store();
    List<Future<Integer>> sizes = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 16; i++) {
        sizes.add(
            threads.submit(
                () -> {
                  store.keep(digest, sink -> sink.write(large));
                  try (InputStream in = store.find(digest).orElseThrow()) {
                    return in.readAllBytes().length;
                  }
                }));
      }
    }
    for (Future<Integer> size : sizes) {
      assertThat(size.get()).isEqualTo(large.length);
    }
  }

  private byte[] read() throws IOException {
    try (InputStream in = store().find(DIGEST).orElseThrow()) {
      return in.readAllBytes();
    }
  }
}
