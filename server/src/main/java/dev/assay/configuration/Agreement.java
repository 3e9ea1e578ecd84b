package dev.assay.configuration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that the settings agree with each other.
final class Agreement {
  /// The embedded database accepts 60 connections. The rest are left for its own tools.
  private static final int EMBEDDED_CONNECTIONS = 50;

  private final Settings settings;
  private final List<String> problems = new ArrayList<>();

  private Agreement(Settings settings) {
    this.settings = settings;
  }

  static List<String> problemsOf(Settings settings) {
    Agreement agreement = new Agreement(settings);
    agreement.both(Catalogue.SERVER_TLS_CERTIFICATE, Catalogue.SERVER_TLS_KEY);
    agreement.both(Catalogue.OIDC_ISSUER, Catalogue.OIDC_CLIENT_ID);
    agreement.both(Catalogue.OIDC_ISSUER, Catalogue.OIDC_CLIENT_SECRET);
    agreement.needs(Catalogue.OIDC_AUDIENCE, Catalogue.OIDC_ISSUER);
    agreement.models();
    agreement.weights();
    agreement.conversations();
    agreement.storage();
    agreement.engine("daytona", EngineCatalogue.DAYTONA_KEY, EngineCatalogue.DAYTONA_SNAPSHOT);
    agreement.engine("e2b", EngineCatalogue.E2B_KEY, EngineCatalogue.E2B_TEMPLATE);
    agreement.both(Catalogue.DATABASE_USER, Catalogue.DATABASE_PASSWORD);
    agreement.needs(BusCatalogue.USER, BusCatalogue.PASSWORD);
    agreement.bus();
    if (settings.value(Catalogue.DATABASE_URL).equals("embedded")) {
      agreement.without(Catalogue.DATABASE_USER);
      if (settings.value(Catalogue.DATABASE_CONNECTIONS) > EMBEDDED_CONNECTIONS) {
        agreement.problems.add(
            "assay.database.connections is more than the "
                + EMBEDDED_CONNECTIONS
                + " that the embedded database has for a server");
      }
    } else {
      agreement.present(Catalogue.DATABASE_USER);
    }
    if (settings
            .value(Catalogue.TOKEN_LIFETIME)
            .compareTo(settings.value(Catalogue.TOKEN_LONGEST_LIFETIME))
        > 0) {
      agreement.problems.add(
          "assay.token.lifetime is longer than assay.token.longest-lifetime; make it shorter");
    }
    return agreement.problems;
  }

  private void weights() {
    int sum =
        settings.value(ValidationCatalogue.WEIGHT_COMPLETION)
            + settings.value(ValidationCatalogue.WEIGHT_TRIGGER)
            + settings.value(ValidationCatalogue.WEIGHT_OFFLINE);
    if (sum != 100) {
      problems.add(
          "assay.validation.weight.completion, .trigger and .offline add up to "
              + sum
              + "; make it 100");
    }
  }

  private void engine(String name, Setting<?>... needed) {
    Optional<Setting<String>> chosen =
        EngineCatalogue.CHOICES.stream()
            .filter(each -> settings.find(each).equals(Optional.of(name)))
            .findFirst();
    for (Setting<?> each : needed) {
      if (chosen.isPresent() && !settings.has(each)) {
        problems.add("%s is \"%s\"; set %s".formatted(chosen.get().key(), name, each.key()));
      }
    }
  }

  private void bus() {
    boolean nats = settings.value(BusCatalogue.KIND).equals(BusCatalogue.NATS);
    if (nats != settings.has(BusCatalogue.SERVERS)) {
      problems.add("assay.bus.servers belongs to assay.bus.kind: nats; set both or neither");
    }
    boolean secure =
        settings.find(BusCatalogue.SERVERS).orElse(List.of()).stream()
            .anyMatch(server -> server.startsWith("tls:"));
    if (settings.has(BusCatalogue.CERTIFICATES) && !secure) {
      problems.add(
          "assay.bus.certificates belongs to tls:// addresses in assay.bus.servers; set both or"
              + " neither");
    }
  }

  private void storage() {
    String kind = settings.value(StorageCatalogue.KIND);
    bucket(kind, StorageCatalogue.S3, StorageCatalogue.S3_BUCKET);
    bucket(kind, StorageCatalogue.GCS, StorageCatalogue.GCS_BUCKET);
    if (!kind.equals("folder") && settings.has(StorageCatalogue.FOLDER)) {
      problems.add(
          "assay.storage.folder belongs to assay.storage.kind: folder; remove one of them");
    }
    if (settings.has(StorageCatalogue.GCS_KEY_FILE)
        && settings.value(StorageCatalogue.GCS_CREDENTIALS).equals(StorageCatalogue.NOBODY)) {
      problems.add(
          "assay.storage.gcs.credentials is \"none\" but assay.storage.gcs.key-file is set; remove"
              + " one of them");
    }
    both(StorageCatalogue.S3_KEY, StorageCatalogue.S3_SECRET);
  }

  private void bucket(String chosen, String kind, Setting<String> bucket) {
    if (chosen.equals(kind) != settings.has(bucket)) {
      problems.add(
          "%s belongs to assay.storage.kind: %s; set both or neither"
              .formatted(bucket.key(), kind));
    }
  }

  private void conversations() {
    boolean listed =
        settings.value(ConversationCatalogue.NETWORK).equals(ConversationCatalogue.ALLOW_LIST);
    if (listed != settings.has(ConversationCatalogue.ALLOWED_HOSTS)) {
      problems.add(
          "assay.conversation.allowed-hosts belongs to assay.conversation.network: allow-list; set"
              + " both or neither");
    }
    if (settings.value(ConversationCatalogue.FILE_SIZE)
        > settings.value(ConversationCatalogue.QUOTA)) {
      problems.add(
          "assay.conversation.file-size is more than assay.conversation.quota; make it smaller");
    }
  }

  private void models() {
    if (settings.value(ModelCatalogue.PROVIDER).equals("openai")) {
      both(ModelCatalogue.BASE_URL, ModelCatalogue.NAME);
      needs(ModelCatalogue.KEY, ModelCatalogue.BASE_URL);
    } else {
      needs(ModelCatalogue.BASE_URL, ModelCatalogue.NAME);
      needs(ModelCatalogue.KEY, ModelCatalogue.NAME);
    }
    needs(ModelCatalogue.KEY_FILE, ModelCatalogue.NAME);
    needs(ModelCatalogue.OTHER_SERVERS, ModelCatalogue.NAME);
    notBoth(ModelCatalogue.KEY, ModelCatalogue.KEY_FILE);
    notBoth(ModelCatalogue.RECORD, ModelCatalogue.REPLAY);
    needs(ModelCatalogue.PRICE_CACHED, ModelCatalogue.PRICE_INPUT);
    ModelRoleCatalogue.every().forEach(this::role);
    executors();
    needs(ModelCatalogue.REPORT_NAME, ModelCatalogue.NAME);
    needs(ModelCatalogue.EXECUTOR_NAME, ModelCatalogue.NAME);
    both(ModelCatalogue.PRICE_INPUT, ModelCatalogue.PRICE_OUTPUT);
    both(ModelCatalogue.REPORT_PRICE_INPUT, ModelCatalogue.REPORT_PRICE_OUTPUT);
    both(ModelCatalogue.EXECUTOR_PRICE_INPUT, ModelCatalogue.EXECUTOR_PRICE_OUTPUT);
    if (settings.value(ModelCatalogue.MODE).equals("model") && !settings.has(ModelCatalogue.NAME)) {
      problems.add(
          "assay.model.mode is \"model\" but assay.model.base-url is not set; set it and"
              + " assay.model.name");
    }
    if (settings.value(ModelCatalogue.OUTPUT_TOKENS)
        >= settings.value(ModelCatalogue.CONTEXT_TOKENS)) {
      problems.add(
          "assay.model.output-tokens is not less than assay.model.context-tokens; make it smaller");
    }
  }

  private void role(ModelRoleCatalogue role) {
    needs(role.provider(), ModelCatalogue.NAME);
    needs(role.baseUrl(), ModelCatalogue.NAME);
    needs(role.name(), ModelCatalogue.NAME);
    needs(role.key(), ModelCatalogue.NAME);
    both(role.priceInput(), role.priceOutput());
    needs(role.priceCached(), role.priceInput());
    if (settings.has(role.provider()) && !settings.has(role.name())) {
      problems.add(
          role.provider().key()
              + " names another provider; say with "
              + role.name().key()
              + " which of its models");
    }
  }

  /// Checks the further executors. Results name an executor by its model, so no two executors may
  /// use the same model name.
  private void executors() {
    Set<String> names = new HashSet<>();
    settings
        .find(new ModelRoleCatalogue("execute").name())
        .or(() -> settings.find(ModelCatalogue.EXECUTOR_NAME))
        .or(() -> settings.find(ModelCatalogue.NAME))
        .ifPresent(names::add);
    for (String word : ModelRoleCatalogue.FURTHER_EXECUTORS) {
      ModelRoleCatalogue executor = new ModelRoleCatalogue(word);
      needs(executor.baseUrl(), executor.name());
      needs(executor.key(), executor.name());
      needs(executor.priceInput(), executor.name());
      settings
          .find(executor.name())
          .filter(name -> !names.add(name))
          .ifPresent(
              name ->
                  problems.add(
                      "%s is \"%s\", which another executor is already; name another model or remove it"
                          .formatted(executor.name().key(), name)));
    }
  }

  private void notBoth(Setting<?> one, Setting<?> other) {
    if (settings.has(one) && settings.has(other)) {
      problems.add(one.key() + " and " + other.key() + " exclude each other; remove one");
    }
  }

  private void both(Setting<?> one, Setting<?> other) {
    needs(one, other);
    needs(other, one);
  }

  private void needs(Setting<?> one, Setting<?> other) {
    if (settings.has(one) && !settings.has(other)) {
      problems.add(one.key() + " is set but " + other.key() + " is not; set both or neither");
    }
  }

  private void present(Setting<?> setting) {
    if (!settings.has(setting)) {
      problems.add("assay.database.url names a database of your own; set " + setting.key());
    }
  }

  private void without(Setting<?> setting) {
    if (settings.has(setting)) {
      problems.add(
          setting.key()
              + " is set but assay.database.url is \"embedded\", which has a password of its own;"
              + " remove it or set assay.database.url");
    }
  }
}
