// SPDX-License-Identifier: Apache-2.0
/**
 * A small program that {@code helm test} runs: it asks every pod of the release whether it is ready.
 * It shares nothing with the controller but the image, and needs nothing but the JDK.
 */
@NullMarked
package io.linkerd.multus.controller.probe;

import org.jspecify.annotations.NullMarked;
