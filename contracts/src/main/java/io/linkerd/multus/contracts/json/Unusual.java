// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

/** Says that another one has to read a document, which may be a good one. It costs as little as a return. */
final class Unusual extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusual() {
        super("not as programs write it", null, false, false);
    }
}
