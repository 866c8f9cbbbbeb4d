// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the services' container images without a container engine: a linked Java runtime, the jars, and a cache of loaded classes that
 * was trained against a real API server. What has not changed is not made again.
 */
@NullMarked
package io.linkerd.multus.images;

import org.jspecify.annotations.NullMarked;
