// SPDX-License-Identifier: Apache-2.0
/**
 * {@code ./bench cli}: what a person waits for, and what the program holds meanwhile, in a cluster of thousands of namespaces, beside kubectl
 * that is asked for the same pods, and a JVM that does nothing.
 */
@NullMarked
package io.linkerd.multus.benchmarks.commandline;

import org.jspecify.annotations.NullMarked;
