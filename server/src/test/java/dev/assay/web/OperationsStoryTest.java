package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The measurements that docs/operations shows and uses for alerts exist.
@ResourceLock(TestServer.SHARED)
class OperationsStoryTest {
  private static final Path FOLDER = Path.of("../docs/operations");
  private static final Pattern METRIC = Pattern.compile("(assay|jvm|http_server)_[a-z_]+");

  @ParameterizedTest
  @ValueSource(strings = {"grafana.json", "alerts.yaml"})
  void every_metric_in_it_is_one_of_ours(String file) throws IOException {
    String measured = TestServer.shared().admin().get("/actuator/prometheus").response().body();
    Set<String> named =
        METRIC
            .matcher(Files.readString(FOLDER.resolve(file)))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(named).hasSizeGreaterThan(4).allMatch(metric -> measured.contains(metric));
  }

  @ParameterizedTest
  @ValueSource(strings = {"grafana.json", "alerts.yaml", "compose.yaml"})
  void it_can_be_read(String file) throws IOException {
    Object read =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(FOLDER.resolve(file)));
    assertThat(read).isInstanceOf(java.util.Map.class);
  }
}
