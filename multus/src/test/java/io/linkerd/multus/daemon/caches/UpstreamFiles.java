// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.caches;

import java.io.IOException;
import java.util.Objects;

/** Caches that upstream's programs have written. */
final class UpstreamFiles {
    private UpstreamFiles() {}

    static byte[] bytes(String name) throws IOException {
        try (var file = Objects.requireNonNull(UpstreamFiles.class.getResourceAsStream(name))) {
            return file.readAllBytes();
        }
    }
}
