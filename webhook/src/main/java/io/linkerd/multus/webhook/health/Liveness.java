// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.health;

import java.util.Optional;

/** Whether a restart could help: only where something that must never stop has stopped. */
public interface Liveness {

    /** Says in plain words what has stopped; empty where nothing has. */
    Optional<String> whyDead();
}
