// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.load;

/** What a server said. */
public record Answer(int status, String text) {}
