// SPDX-License-Identifier: Apache-2.0

/**
 * Plans for the active {@code LinkerdConfig} and the observed ConfigMap of Linkerd: which object is active, the drift, the write, the conditions and
 * Events. Pure functions; the package around it reads and writes.
 */
@NullMarked
package io.linkerd.multus.controller.linkerdconfig.plan;

import org.jspecify.annotations.NullMarked;
