// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.health;

import java.util.Optional;

/** How the controller is doing. */
public interface Health {

    /** What is still missing, for a person; empty when ready, whether leading or not. */
    Optional<String> whyNotReady();

    /** What can only be mended by a restart; empty when alive. An API server that is away is no such thing. */
    Optional<String> whyNotAlive();
}
