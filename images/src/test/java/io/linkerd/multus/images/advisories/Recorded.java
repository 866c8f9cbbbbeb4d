// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.advisories;

import io.linkerd.multus.images.Service;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What OSV-Scanner was given once, and what it answered: {@link ScannerIT} has it answer again. */
final class Recorded {
    private Recorded() {}

    static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(Recorded.class.getResource("/advisories/" + name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return the bills that were scanned: log4j-core 2.14.1 is in the command line's} */
    static Map<String, Path> bills() {
        var bills = new TreeMap<String, Path>();
        for (var service : Service.values()) {
            bills.put(service.module(), file(service == Service.CLI ? "weak.json" : "clean.json"));
        }
        return bills;
    }
}
