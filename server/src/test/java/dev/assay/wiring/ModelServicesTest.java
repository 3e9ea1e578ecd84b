package dev.assay.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.ModelService;
import dev.assay.agent.ModelSettings;
import dev.assay.agent.ModelSettings.Role;
import dev.assay.configuration.SettingsReader;
import dev.assay.skill.AssayException;
import dev.assay.skill.Secret;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelServicesTest {
  private static final Map<String, String> MAIN =
      Map.of(
          "ASSAY_MODEL_BASE_URL", "https://main.example/v1",
          "ASSAY_MODEL_KEY", "main-key",
          "ASSAY_MODEL_NAME", "big",
          "ASSAY_MODEL_PRICE_INPUT", "2",
          "ASSAY_MODEL_PRICE_OUTPUT", "8");

  private static ModelSettings read(Map<String, String> more) {
    return ModelServices.read(new SettingsReader().environment(MAIN).environment(more).settings());
  }

  private static ModelService service(ModelSettings settings, Role role) {
    return settings.services().get(role);
  }

  @Test
  void every_role_has_the_main_model_unless_it_has_its_own() {
    ModelSettings settings =
        read(
            Map.of(
                "ASSAY_MODEL_REPORT_NAME", "small",
                "ASSAY_MODEL_EXECUTOR_NAME", "quick",
                "ASSAY_MODEL_CHAT_NAME", "friendly",
                "ASSAY_MODEL_JUDGE_PRICE_INPUT", "3",
                "ASSAY_MODEL_JUDGE_PRICE_OUTPUT", "9",
                "ASSAY_MODEL_JUDGE_PRICE_CACHED", "0.3"));
    assertThat(service(settings, Role.WRITE).name()).isEqualTo("big");
    assertThat(service(settings, Role.REPORT).name()).isEqualTo("small");
    assertThat(service(settings, Role.EXECUTE).name()).isEqualTo("quick");
    assertThat(service(settings, Role.INSTALL).name()).isEqualTo("quick");
    assertThat(service(settings, Role.CHAT).name()).isEqualTo("friendly");
    assertThat(service(settings, Role.JUDGE).price().cached()).isEqualByComparingTo("0.3");
    assertThat(service(settings, Role.WRITE).price().cached()).isEqualByComparingTo("2");
    assertThat(service(settings, Role.CHAT).key()).contains(Secret.of("main-key"));
  }

  @Test
  void a_key_never_goes_to_another_server_than_its_own() {
    ModelSettings settings =
        read(
            Map.of(
                "ASSAY_MODEL_JUDGE_PROVIDER", "anthropic",
                "ASSAY_MODEL_JUDGE_NAME", "claude",
                "ASSAY_MODEL_REPORT_BASE_URL", "http://other.example/v1",
                "ASSAY_MODEL_WRITE_PROVIDER", "anthropic",
                "ASSAY_MODEL_WRITE_NAME", "claude",
                "ASSAY_MODEL_WRITE_KEY", "own-key"));
    assertThat(service(settings, Role.JUDGE).provider()).isEqualTo(ModelService.Provider.ANTHROPIC);
    assertThat(service(settings, Role.JUDGE).servers())
        .containsExactly(ModelService.Provider.ANTHROPIC.home());
    assertThat(service(settings, Role.JUDGE).key()).isEmpty();
    assertThat(service(settings, Role.REPORT).key()).isEmpty();
    assertThat(service(settings, Role.WRITE).key()).contains(Secret.of("own-key"));
  }

  @Test
  void settings_that_contradict_each_other_are_refused() {
    assertThatThrownBy(() -> read(Map.of("ASSAY_MODEL_JUDGE_PROVIDER", "anthropic")))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("assay.model.judge.name");
    assertThatThrownBy(() -> read(Map.of("ASSAY_MODEL_KEY_FILE", "keys")))
        .hasMessageContaining("exclude each other");
    assertThatThrownBy(() -> read(Map.of("ASSAY_MODEL_RECORD", "a", "ASSAY_MODEL_REPLAY", "b")))
        .hasMessageContaining("exclude each other");
  }

  @Test
  void further_executors_are_those_with_a_name_each_with_its_own_provider_key_and_price() {
    ModelSettings settings =
        read(
            Map.of(
                "ASSAY_MODEL_EXECUTE_2_NAME", "second",
                "ASSAY_MODEL_EXECUTE_2_PRICE_INPUT", "5",
                "ASSAY_MODEL_EXECUTE_2_PRICE_OUTPUT", "6",
                "ASSAY_MODEL_EXECUTE_4_PROVIDER", "anthropic",
                "ASSAY_MODEL_EXECUTE_4_NAME", "claude",
                "ASSAY_MODEL_EXECUTE_4_KEY", "own-key"));
    assertThat(settings.furtherExecutors())
        .extracting(ModelService::name)
        .containsExactly("second", "claude");
    assertThat(settings.furtherExecutors().getFirst().key()).contains(Secret.of("main-key"));
    assertThat(settings.furtherExecutors().getFirst().price().input()).isEqualByComparingTo("5");
    assertThat(settings.furtherExecutors().getLast().key()).contains(Secret.of("own-key"));
    assertThat(settings.furtherExecutors().getLast().servers())
        .containsExactly(ModelService.Provider.ANTHROPIC.home());
    assertThat(read(Map.of()).furtherExecutors()).isEmpty();
  }

  @Test
  void two_executors_cannot_be_the_same_model_and_none_is_without_a_name() {
    assertThatThrownBy(() -> read(Map.of("ASSAY_MODEL_EXECUTE_2_NAME", "big")))
        .hasMessageContaining("assay.model.execute-2.name")
        .hasMessageContaining("another executor");
    assertThatThrownBy(
            () ->
                read(Map.of("ASSAY_MODEL_EXECUTE_2_NAME", "x", "ASSAY_MODEL_EXECUTE_3_NAME", "x")))
        .hasMessageContaining("assay.model.execute-3.name");
    assertThatThrownBy(() -> read(Map.of("ASSAY_MODEL_EXECUTE_3_KEY", "k")))
        .hasMessageContaining("assay.model.execute-3.name");
  }
}
