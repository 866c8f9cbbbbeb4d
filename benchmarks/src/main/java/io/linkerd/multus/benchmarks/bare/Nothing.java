// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

/** Ends at once. */
public final class Nothing {
    private Nothing() {}

    /** Does nothing. */
    public static void main(String... arguments) {
        // what is measured is the JVM
    }
}
