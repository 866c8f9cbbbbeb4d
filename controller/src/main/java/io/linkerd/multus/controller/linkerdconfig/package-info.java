// SPDX-License-Identifier: Apache-2.0

/**
 * The controller of {@code LinkerdConfig}s: it watches Linkerd's ConfigMap, reports drift, and corrects it in mode {@code Enforce}. While the
 * cluster does not serve the kind, it asks for the kind once a minute, and does nothing else.
 */
@NullMarked
package io.linkerd.multus.controller.linkerdconfig;

import org.jspecify.annotations.NullMarked;
