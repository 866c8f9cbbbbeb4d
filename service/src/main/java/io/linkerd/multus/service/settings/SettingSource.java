// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import io.linkerd.multus.contracts.GoText;

/**
 * One setting as it counts, for people who look for the reason of it.
 *
 * @param key the variable
 * @param value what counts, empty where nothing does
 * @param origin where it comes from, in a word or two
 */
public record SettingSource(String key, String value, String origin) {
    /** A configuration may be a page long. */
    private static final int LONGEST = 200;

    static SettingSource given(String key, String value) {
        return new SettingSource(key, value, "environment");
    }

    static SettingSource preset(String key, String value) {
        return new SettingSource(key, value, "default");
    }

    static SettingSource absent(String key) {
        return new SettingSource(key, "", "not set");
    }

    SettingSource concealed() {
        return value.isEmpty() ? this : new SettingSource(key, value.length() + " characters, not shown", origin);
    }

    /** {@return key, value and origin in one line} */
    @Override
    public String toString() {
        var line = value.replace("\n", "\\n");
        var shown = GoText.shorten(line, LONGEST, "…");
        return key + "=" + shown + "  (" + origin + ")";
    }
}
