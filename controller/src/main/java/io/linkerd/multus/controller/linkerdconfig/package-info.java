// SPDX-License-Identifier: Apache-2.0

/**
 * The duty that follows {@code LinkerdConfig}s: Linkerd's ConfigMap is watched, what differs is told, and put right where that is asked for.
 * A cluster that does not know the kind is asked for it once a minute, and nothing else happens there.
 */
@NullMarked
package io.linkerd.multus.controller.linkerdconfig;

import org.jspecify.annotations.NullMarked;
