// SPDX-License-Identifier: Apache-2.0
/**
 * Which of a pod's interfaces its default routes go by, where an annotation's {@code default-route} asks for it.
 * Decided before any plugin is called, and carried out after each of them.
 */
@NullMarked
package io.linkerd.multus.daemon.routes;

import org.jspecify.annotations.NullMarked;
