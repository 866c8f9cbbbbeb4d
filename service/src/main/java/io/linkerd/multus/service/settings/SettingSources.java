// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which keys were asked for, and where the value of each came from. */
public final class SettingSources {
    private final Map<String, SettingSource> sources = new LinkedHashMap<>();

    SettingSources() {}

    /** Notes that a key was asked for. */
    void read(String key, Optional<String> given) {
        sources.put(
                key, given.map(value -> SettingSource.given(key, value)).orElseGet(() -> SettingSource.absent(key)));
    }

    /** Notes what counts where a key has no value of its own. */
    void preset(String key, Object preset) {
        var value = preset instanceof Enum<?> choice ? word(choice) : String.valueOf(preset);
        sources.put(key, SettingSource.preset(key, value));
    }

    /** {@return a constant as people write it} */
    static String word(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Notes what counts for a key that has no value of its own, and where that was found. */
    public void found(String key, String value, String where) {
        sources.put(key, new SettingSource(key, value, where));
    }

    /** Keeps a value that may hold a secret from being shown; its length remains. */
    public void conceal(String key) {
        sources.computeIfPresent(key, (_, source) -> source.concealed());
    }

    /** {@return all that was read until now, in that order} */
    public List<SettingSource> list() {
        return List.copyOf(sources.values());
    }

    /** {@return the keys that look like settings and that nobody asked for} */
    List<SettingProblem> unknown(String prefix, Set<String> keys) {
        var known = new TreeSet<>(sources.keySet());
        return keys.stream()
                .filter(key -> key.startsWith(prefix) && !known.contains(key))
                .filter(key -> !ServiceLinks.isOne(key, keys))
                .map(key -> new SettingProblem(
                        key, "", "is not a setting; did you mean " + NearestKey.to(key, known) + "?"))
                .toList();
    }
}
