// SPDX-License-Identifier: Apache-2.0

/**
 * What the API server last told of a kind of objects, of the namespaces first of all, and who is to be told of a change.
 * Whatever nobody looks at is dropped as soon as it arrives.
 */
@NullMarked
package io.linkerd.multus.controller.engine.watch;

import org.jspecify.annotations.NullMarked;
