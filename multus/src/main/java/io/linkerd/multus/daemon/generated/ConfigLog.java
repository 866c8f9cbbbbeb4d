// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.status.PodEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator how it stands with the configuration, once for each change. */
final class ConfigLog {
    private static final Logger log = LoggerFactory.getLogger(ConfigLog.class);

    private ConfigLog() {}

    /** Tells of a fault of the daemon's own, once for as long as it lasts; what it means for the configuration is told as any other change. */
    static void broken(ConfigState before, Throwable fault) {
        if (!before.equals(new ConfigState.Failing(inWords(fault)))) {
            log.atError().setCause(fault).log("a look at the configuration was ended by a fault of this daemon");
        }
    }

    static String inWords(Throwable fault) {
        return "a fault of the daemon: " + fault.getClass().getSimpleName();
    }

    static void elsewhere(PodEvent event) {
        log.atWarn().addKeyValue("reason", event.message()).log("shim and daemon do not use the same folder");
    }

    static void changed(ConfigState before, ConfigState now) {
        if (before.whyNotReady().equals(now.whyNotReady())) {
            return;
        }
        switch (now) {
            case ConfigState.Unknown _ -> {}
            case ConfigState.InForce(var config) ->
                log.atInfo()
                        .addKeyValue("primary", config.primary())
                        .log("the container runtime's configuration is in force");
            case ConfigState.LastGood(var config, var reason) ->
                log.atWarn()
                        .addKeyValue("primary", config.primary())
                        .addKeyValue("reason", reason)
                        .log("no configuration can be made of the primary network's; the last good one is kept");
            case ConfigState.Missing(var reason) ->
                log.atWarn()
                        .addKeyValue("reason", reason)
                        .log("no configuration for the container runtime can be made yet");
            case ConfigState.GivingWay(var opponent, var pause) ->
                log.atDebug()
                        .addKeyValue("opponent", opponent)
                        .addKeyValue("pause", pause)
                        .log("waits before the configuration is written again");
            case ConfigState.Failing(var reason) ->
                log.atError()
                        .addKeyValue("reason", reason)
                        .log("the configuration for the container runtime cannot be kept; trying again");
            case ConfigState.Removed _ ->
                log.atWarn()
                        .log(
                                "the readiness indicator file is gone: removed the configuration for the container runtime");
        }
    }
}
