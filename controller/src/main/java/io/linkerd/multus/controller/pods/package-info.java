// SPDX-License-Identifier: Apache-2.0
/**
 * Pods as the API server has them: one watch of all meshed pods for every duty, and lists of pods as they are at this moment. Each pod is read
 * within bounds, and what is the same in many pods is kept once.
 */
@NullMarked
package io.linkerd.multus.controller.pods;

import org.jspecify.annotations.NullMarked;
