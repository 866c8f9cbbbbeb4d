// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param key the key, with those of the objects that it is in
 * @param rule what is wrong with its value, to follow the key in a sentence
 * @param exit how upstream's daemon ends over it
 */
public record ConfigProblem(String key, String rule, ExitCode exit) {
    @Override
    public String toString() {
        return key + " " + rule;
    }
}
