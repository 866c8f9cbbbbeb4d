// SPDX-License-Identifier: Apache-2.0

/**
 * What every duty of the controller stands on: how it is driven, and what it is given.
 * Duties know nothing of each other, and the engine knows nothing of any of them.
 */
@NullMarked
package io.linkerd.multus.controller.engine;

import org.jspecify.annotations.NullMarked;
