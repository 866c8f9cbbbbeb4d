// SPDX-License-Identifier: Apache-2.0
/**
 * The environment of a service, read once at its start: every problem is told at once, with key, value and rule.
 * A variable under our prefix that nobody asked for is a problem too.
 */
@NullMarked
package io.linkerd.multus.service.settings;

import org.jspecify.annotations.NullMarked;
