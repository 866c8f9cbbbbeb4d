// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.bare;

/** The answer to everything. */
final class Constant {
    private final byte[] answer;

    Constant(byte[] answer) {
        this.answer = answer;
    }

    byte[] answer() {
        return answer;
    }
}
