package dev.assay.registry;

import dev.assay.skill.Bundle;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Caches bundles by their JSON text. A list of skills reads the same few again and again, and
/// parsing them is most of its work.
final class ReadBundles {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final long most;
  private final Map<String, Bundle> known = new LinkedHashMap<>(64, 0.75f, true);
  private long characters;

  /// @param most the greatest number of characters of all texts together
  ReadBundles(long most) {
    this.most = most;
  }

  Bundle of(String text) {
    synchronized (this) {
      Bundle bundle = known.get(text);
      if (bundle != null) {
        return bundle;
      }
    }
    Bundle bundle = JSON.readValue(text, Bundle.class);
    add(text, bundle);
    return bundle;
  }

  private synchronized void add(String text, Bundle bundle) {
    if (text.length() > most / 4 || known.put(text, bundle) != null) {
      return;
    }
    characters += text.length();
    var oldest = known.keySet().iterator();
    while (characters > most) {
      characters -= oldest.next().length();
      oldest.remove();
    }
  }

  synchronized int size() {
    return known.size();
  }
}
