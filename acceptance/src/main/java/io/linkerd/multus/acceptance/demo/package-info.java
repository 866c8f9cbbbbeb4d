// SPDX-License-Identifier: Apache-2.0
/**
 * The command line by which people and tests drive a local cluster. The shell script {@code demo} calls it.
 */
@NullMarked
package io.linkerd.multus.acceptance.demo;

import org.jspecify.annotations.NullMarked;
