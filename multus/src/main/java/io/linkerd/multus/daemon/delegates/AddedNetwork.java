// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import io.linkerd.multus.daemon.networks.Delegate;

/**
 * A network that a sandbox has.
 *
 * @param result JSON as its last plugin has printed it, which may be of any version; without one it was given the configuration's
 */
public record AddedNetwork(Delegate delegate, String result) {}
