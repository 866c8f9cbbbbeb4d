// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import java.time.Duration;
import java.util.Optional;

/**
 * What the Lease says.
 *
 * @param version changes whenever anybody writes it
 * @param holder who leads; absent after a release
 * @param duration how long the holder leads after each write
 */
record LeaseState(String version, Optional<String> holder, Duration duration) {}
