// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import java.util.Optional;

/** One plan from one look. */
record ConfigPlanning(DaemonConfig config, Observation seen, Remembered remembered) {

    ConfigPlan plan() {
        if (config.isAuto() && !seen.ready()) {
            return remembered.lastGood().isPresent()
                    ? new ConfigPlan.Remove()
                    : new ConfigPlan.Wait("the readiness indicator file is not there");
        }
        return PrimaryChoice.of(config.source(), seen.files())
                .map(this::plan)
                .orElseGet(() -> stay("could not find a plugin configuration in " + folder()));
    }

    private ConfigPlan plan(String fileName) {
        var file = Optional.ofNullable(seen.files().get(fileName)).orElseGet(() -> new Result.Not<>("it is not there"));
        var plan = file.then(text -> switch (config.source()) {
            case ConfigSource.Auto auto ->
                PrimaryConfig.read(fileName, text).then(primary -> made(auto, fileName, primary));
            case ConfigSource.UserSupplied _ -> copied(fileName, text);
        });
        return plan.orElse(reason -> stay(fileName + ": " + reason));
    }

    private Result<ConfigPlan> made(ConfigSource.Auto auto, String fileName, PrimaryConfig primary) {
        if (auto.forceCniVersion()
                && !remembered.forced().contains(fileName)
                && !primary.hasVersion(auto.cniVersion())) {
            return new Result.Ok<>(new ConfigPlan.ForceVersion(fileName, primary.withVersion(auto.cniVersion())));
        }
        if (auto.overrideNetworkName() && primary.name().isEmpty()) {
            return new Result.Not<>("it has no name, which overrideNetworkName asks for");
        }
        return primary.incompatibility(auto.cniVersion())
                .<Result<ConfigPlan>>map(Result.Not::new)
                .orElseGet(() -> new Result.Ok<>(inForce(GeneratedConfig.of(auto, config.shim(), fileName, primary))));
    }

    private Result<ConfigPlan> copied(String fileName, String text) {
        return PrimaryConfig.network(fileName, text)
                .then(network -> network.isLoadable()
                        ? new Result.Ok<>(inForce(new GeneratedConfig(text, fileName)))
                        : new Result.Not<>("a name or a type is missing in it"));
    }

    private ConfigPlan inForce(GeneratedConfig wanted) {
        return seen.written().equals(Optional.of(wanted.text()))
                ? new ConfigPlan.InForce(wanted)
                : new ConfigPlan.Write(wanted, cause(wanted));
    }

    /** No better one can be made: the last good one stays, and comes back where it was taken away. */
    private ConfigPlan stay(String reason) {
        return remembered
                .lastGood()
                .or(() -> seen.written().flatMap(GeneratedConfig::found))
                .map(lastGood -> seen.written().equals(Optional.of(lastGood.text()))
                        ? new ConfigPlan.Keep(lastGood, reason)
                        : new ConfigPlan.Write(lastGood, cause(lastGood)))
                .orElseGet(() -> new ConfigPlan.Wait(reason));
    }

    private ConfigPlan.Cause cause(GeneratedConfig wanted) {
        if (remembered.lastGood().isEmpty()) {
            return seen.written().isPresent()
                    ? ConfigPlan.Cause.TAKEN_OVER
                    : seen.setAside().isPresent() ? ConfigPlan.Cause.RENAMED_BY_CILIUM : ConfigPlan.Cause.FIRST;
        }
        var last = remembered.lastGood().get();
        if (seen.written().isEmpty()) {
            return seen.setAside().equals(Optional.of(last.text()))
                    ? ConfigPlan.Cause.RENAMED_BY_CILIUM
                    : ConfigPlan.Cause.REMOVED_BY_OTHERS;
        }
        if (!last.primary().equals(wanted.primary())) {
            return ConfigPlan.Cause.PRIMARY_CHOSEN_ANEW;
        }
        return seen.written().equals(Optional.of(last.text()))
                ? ConfigPlan.Cause.PRIMARY_CHANGED
                : ConfigPlan.Cause.CHANGED_BY_OTHERS;
    }

    private String folder() {
        return switch (config.source()) {
            case ConfigSource.Auto auto -> auto.directory().toString();
            case ConfigSource.UserSupplied user -> user.file().toString();
        };
    }
}
