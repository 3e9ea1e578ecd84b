package dev.assay.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.dependency.Ecosystem;
import dev.assay.testkit.packages.NpmRegistry;
import dev.assay.testkit.packages.NpmTestPackage;
import dev.assay.testkit.packages.PackageServer;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookUpsStoryTest {
  @TempDir Path folder;

  @Test
  void one_package_is_looked_up_in_every_index() throws IOException {
    Path simple = PipIndex.write(folder, PythonPackage.of("tiny-one", "1.0"));
    try (PipIndex pip = PipIndex.start().add(PythonPackage.of("pip", "1.0"));
        NpmRegistry npm = NpmRegistry.start().add(NpmTestPackage.of("npm", "1.0.0"));
        PackageServer apt = PackageServer.start()) {
      PackageSettings settings =
          new PackageSettingsDraft()
              .withPip(pip.address(), simple.toUri(), folder.resolve("none").toUri())
              .withNpm(npm.address(), Map.of("@acme", npm.address()))
              .withApt(apt.address("/debian"))
              .withPatience(Duration.ofSeconds(5))
              .settings();
      List<LookUp> found = LookUps.run(settings, Map.of());
      assertThat(found)
          .extracting(each -> each.tool() + " " + each.isGood())
          .containsExactly(
              "pip true", "pip true", "pip false", "npm true", "npm true", "apt false");
      assertThat(found.getFirst().address()).isEqualTo(pip.address().toString());
      assertThat(found.getFirst().from()).isEqualTo("assay.packages.pip.index");
      assertThat(found.getFirst().finding()).isEqualTo("has pip");
      assertThat(found.get(2).finding()).contains("is not there");
      assertThat(found.getLast().ecosystem()).isEqualTo(Ecosystem.SYSTEM);
      assertThat(found.getLast().finding()).contains("answered 404 to dists/");
      assertThat(found.getLast().remedy()).contains("assay.packages.apt.mirror");
      assertThat(apt.requests()).hasSize(1);
    }
  }

  @Test
  void an_index_that_has_not_even_that_is_doubted() {
    try (PackageServer server = PackageServer.start()) {
      server.put("/npm", "text/html", "<html>Welcome</html>");
      PackageSettings settings =
          new PackageSettingsDraft()
              .withPip(server.address("/simple"))
              .withNpm(server.address("/"), Map.of())
              .withApt(URI.create("http://127.0.0.1:" + server.port() + "/debian"))
              .settings();
      List<LookUp> found = LookUps.run(settings, Map.of());
      assertThat(found).extracting(LookUp::isGood).containsExactly(false, false, false);
      assertThat(found.getFirst().finding()).endsWith("answered 404 to pip/");
      assertThat(found.get(1).finding()).contains("instead of a package index");
    }
  }

  @Test
  void a_registry_can_be_a_folder() throws IOException {
    Path npm = Files.createDirectories(folder.resolve("npm/npm"));
    Files.writeString(
        npm.resolve("index.json"),
        "{\"versions\": {\"1.0.0\": {\"dist\": {\"tarball\": \"npm-1.0.0.tgz\"}}}}");
    Files.write(npm.resolve("npm-1.0.0.tgz"), new byte[] {1, 2, 3});
    PackageSettings settings =
        new PackageSettingsDraft()
            .withPip(folder.toUri())
            .withNpm(folder.resolve("npm").toUri(), Map.of())
            .settings();
    assertThat(LookUps.run(settings, Map.of()))
        .filteredOn(each -> each.ecosystem() == Ecosystem.NPM)
        .allMatch(LookUp::isGood);
    try (PackageDoors doors = new PackageDoors(settings, folder.resolve("doors"));
        PackageDoor door = doors.open()) {
      assertThat(door.findNpm("npm", "1.0.0").orElseThrow().size()).isEqualTo(3);
    }
  }
}
