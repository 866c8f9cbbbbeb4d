// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** One thing that is wrong with the environment: the variable, its value as given, and the rule that it breaks. */
public record SettingProblem(String key, String value, String rule) {
    @Override
    public String toString() {
        return value.isEmpty() ? key + " " + rule : key + "=" + value + " " + rule;
    }
}
