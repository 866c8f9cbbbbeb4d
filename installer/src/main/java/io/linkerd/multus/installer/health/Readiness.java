// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the node is as it should be, and if not, why, in plain words. */
@Singleton
public final class Readiness {
    private static final Logger log = LoggerFactory.getLogger(Readiness.class);

    private final AtomicReference<List<String>> reasons =
            new AtomicReference<>(List.of("the installer has just started"));

    /** {@return what stands in the way; nothing when ready} */
    public List<String> whyNotReady() {
        return reasons.get();
    }

    /** Ready when there is no reason against it; a change is logged, a repetition is not. */
    public void become(List<String> now) {
        var before = reasons.getAndSet(List.copyOf(now));
        if (before.equals(now)) {
            return;
        }
        if (now.isEmpty()) {
            log.atInfo().log("ready: the node has plugin and kubeconfig");
        } else {
            log.atInfo().addKeyValue("reasons", now).log("not ready");
        }
    }
}
