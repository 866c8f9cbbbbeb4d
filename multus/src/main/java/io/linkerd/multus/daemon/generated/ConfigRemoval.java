// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.generated;

import io.linkerd.multus.daemon.config.ConfigSource;
import io.linkerd.multus.daemon.config.DaemonConfig;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of the configuration on a node: the container runtime goes on with the primary network's, which is the next in its folder. */
record ConfigRemoval(
        DaemonConfig config, ConfigObserver observer, ConfigWriter writer, Optional<GeneratedConfig> lastGood) {
    private static final Logger log = LoggerFactory.getLogger(ConfigRemoval.class);

    void run() throws FileChangeFailed {
        var file = config.multusConfig();
        if (isUsersOwn(file)) {
            log.atInfo().addKeyValue("file", file).log("left the user's own configuration as it is");
            return;
        }
        var ours = lastGood.or(this::predecessors).map(GeneratedConfig::text);
        remove(
                observer.setAside(),
                ours); // first: should the daemon be killed now, the other file tells the next one what is ours
        remove(file, ours);
    }

    private void remove(Path file, Optional<String> ours) throws FileChangeFailed {
        var text = ConfigObserver.own(file);
        if (text.isPresent() && text.equals(ours)) {
            writer.remove(file);
            log.atInfo().addKeyValue("file", file).log("removed the configuration for the container runtime");
        } else if (text.isPresent()) {
            log.atWarn().addKeyValue("file", file).log("left a configuration as it is that another program wrote");
        }
    }

    /**
     * A daemon that ends before it has begun to keep the configuration has not written any; the one before it may have, when the primary network was
     * there and its file had been made to say the version of Multus.
     */
    private Optional<GeneratedConfig> predecessors() {
        try {
            var seen = observer.observe();
            var then = new Observation(seen.files(), seen.written(), seen.setAside(), true);
            var remembered = new Remembered(Optional.empty(), seen.files().keySet());
            return switch (ConfigPlan.of(config, then, remembered)) {
                case ConfigPlan.InForce(var inForce) -> Optional.of(inForce);
                case ConfigPlan.Keep(var found, var _) -> Optional.of(found);
                case ConfigPlan.Write(var wanted, var _) -> Optional.of(wanted);
                case ConfigPlan.ForceVersion _, ConfigPlan.Remove _, ConfigPlan.Wait _ -> Optional.empty();
            };
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private boolean isUsersOwn(Path file) {
        try {
            return config.source() instanceof ConfigSource.UserSupplied user && Files.isSameFile(user.file(), file);
        } catch (IOException _) {
            return false;
        }
    }
}
