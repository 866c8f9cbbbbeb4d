// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.api;

/** A write that was not sent, since we do not lead any more; it ends the work on a key, which comes again if we lead again. */
public final class NotLeading extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotLeading(String permission) {
        super("did not " + permission + ": not leading any more");
    }
}
