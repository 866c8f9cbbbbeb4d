// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.apiserver;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Where the multi-call binary is, for tests. */
final class Localkube {
    private Localkube() {}

    static Path path() {
        var given = Optional.ofNullable(System.getProperty("localkube"));
        Assumptions.assumeTrue(given.isPresent(), "no multi-call binary: -Dlocalkube is not set");
        return Path.of(given.orElseThrow());
    }
}
