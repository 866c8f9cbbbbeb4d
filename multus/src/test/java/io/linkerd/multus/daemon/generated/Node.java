// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of a node in memory, and a daemon that carries its plans out on them. */
final class Node {
    private final DaemonConfig config;
    final TreeMap<String, Result<String>> files = new TreeMap<>();
    Optional<String> written = Optional.empty();
    Optional<String> setAside = Optional.empty();
    boolean ready = true;
    Remembered remembered = Remembered.NOTHING;

    Node(DaemonConfig config) {
        this.config = config;
    }

    Node with(String fileName, String text) {
        files.put(fileName, new Result.Ok<>(text));
        return this;
    }

    ConfigPlan plan() {
        return ConfigPlan.of(config, new Observation(observed(), written, setAside, ready), remembered);
    }

    /** Looks, and does what is to be done. */
    ConfigPlan turn() {
        var plan = plan();
        switch (plan) {
            case ConfigPlan.Write(var wanted, var _) -> written = Optional.of(wanted.text());
            case ConfigPlan.ForceVersion(var fileName, var text) -> with(fileName, text);
            case ConfigPlan.Remove _ -> written = Optional.empty();
            case ConfigPlan.InForce _, ConfigPlan.Keep _, ConfigPlan.Wait _ -> {}
        }
        remembered = remembered.after(plan);
        return plan;
    }

    /** The daemon ends, and another one begins. */
    void restart() {
        remembered = Remembered.NOTHING;
    }

    private SortedMap<String, Result<String>> observed() {
        var observed = new TreeMap<>(files);
        if (config.source() instanceof ConfigSource.Auto auto) {
            observed.keySet()
                    .removeIf(name -> auto.masterCni()
                            .map(master -> !master.equals(name))
                            .orElse(!PrimaryChoice.isCandidate(name)));
        }
        return observed;
    }
}
