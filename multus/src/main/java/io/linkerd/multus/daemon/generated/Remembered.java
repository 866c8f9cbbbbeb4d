// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the daemon knows of its earlier looks.
 *
 * @param lastGood the last configuration that it wrote, or found to be in force
 * @param forced files that were made to say the daemon's version: once each, since their owners may write them back
 */
public record Remembered(Optional<GeneratedConfig> lastGood, Set<String> forced) {
    /** Of a daemon that has just begun. */
    public static final Remembered NOTHING = new Remembered(Optional.empty(), Set.of());

    public Remembered {
        forced = Set.copyOf(forced);
    }

    /** {@return what is known after a plan was carried out} */
    public Remembered after(ConfigPlan plan) {
        return switch (plan) {
            case ConfigPlan.Write(var config, var _) -> knowing(config);
            case ConfigPlan.InForce(var config) -> knowing(config);
            case ConfigPlan.Keep(var lastGood, var _) -> knowing(lastGood);
            case ConfigPlan.ForceVersion(var fileName, var _) ->
                new Remembered(
                        lastGood,
                        Stream.concat(forced.stream(), Stream.of(fileName)).collect(Collectors.toUnmodifiableSet()));
            case ConfigPlan.Remove _ -> new Remembered(Optional.empty(), forced);
            case ConfigPlan.Wait _ -> this;
        };
    }

    private Remembered knowing(GeneratedConfig config) {
        return new Remembered(Optional.of(config), forced);
    }
}
