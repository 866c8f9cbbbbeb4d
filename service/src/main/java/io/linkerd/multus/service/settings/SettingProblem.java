// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

/**
 * One thing that is wrong with the environment.
 *
 * @param key the variable
 * @param value its value as given, empty where it is not set
 * @param rule the rule that it breaks, to follow the value in a sentence
 */
public record SettingProblem(String key, String value, String rule) {
    @Override
    public String toString() {
        return value.isEmpty() ? key + " " + rule : key + "=" + value + " " + rule;
    }
}
