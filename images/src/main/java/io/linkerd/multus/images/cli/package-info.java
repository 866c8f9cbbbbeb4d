// SPDX-License-Identifier: Apache-2.0
/** The command line as people get it: a folder with its own Java, and one jar for a Java that is there. */
@NullMarked
package io.linkerd.multus.images.cli;

import org.jspecify.annotations.NullMarked;
