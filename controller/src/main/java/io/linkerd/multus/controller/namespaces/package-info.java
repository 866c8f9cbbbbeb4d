// SPDX-License-Identifier: Apache-2.0

/**
 * The namespaces of the cluster, and of each the little that decides about it.
 * Everything else that they carry is dropped as soon as it arrives.
 */
@NullMarked
package io.linkerd.multus.controller.namespaces;

import org.jspecify.annotations.NullMarked;
