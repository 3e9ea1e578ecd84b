package dev.assay.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The environment in which pip and npm reach only the door.
///
/// @param door the door's address inside
record DoorVariables(PackageSources sources, String door) {
  private static final int MORE_SECONDS = 15;

  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    long seconds = sources.patience().toSeconds() + MORE_SECONDS;
    all.put("PIP_CONFIG_FILE", "/dev/null");
    all.put("PIP_INDEX_URL", door + "/p/0/");
    all.put("PIP_EXTRA_INDEX_URL", numbered("/p/%d/", 1, Math.max(1, sources.pipIndexes().size())));
    all.put("PIP_FIND_LINKS", numbered("/l/%d/", 0, sources.pipFindLinks().size()));
    all.put("PIP_RETRIES", "1");
    all.put("PIP_DEFAULT_TIMEOUT", Long.toString(seconds));
    all.put("PIP_NO_INPUT", "1");
    all.put("npm_config_userconfig", "/dev/null");
    all.put("npm_config_globalconfig", "/nonexistent/npmrc"); // the same twice is an error
    all.put("npm_config_registry", door + "/n/0/");
    List<String> scopes = List.copyOf(sources.npmScopes().keySet());
    for (int number = 0; number < scopes.size(); number++) {
      all.put("npm_config_" + scopes.get(number) + ":registry", door + "/n/" + (number + 1) + "/");
    }
    all.put("npm_config_fetch_retries", "1");
    all.put("npm_config_fetch_retry_mintimeout", "500");
    all.put("npm_config_fetch_timeout", Long.toString(seconds * 1000));
    all.put("npm_config_replace_registry_host", "never");
    return all;
  }

  private String numbered(String path, int from, int to) {
    List<String> addresses = new ArrayList<>();
    for (int number = from; number < to; number++) {
      addresses.add(door + path.formatted(number));
    }
    return String.join(" ", addresses);
  }
}
