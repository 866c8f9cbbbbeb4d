// SPDX-License-Identifier: Apache-2.0
/**
 * Published weaknesses of the libraries that are released: what OSV-Scanner found, what a maintainer accepted until a date, and what of it
 * refuses a release. What is read here decides; nothing is scanned or pushed.
 */
@NullMarked
package io.linkerd.multus.images.advisories;

import org.jspecify.annotations.NullMarked;
