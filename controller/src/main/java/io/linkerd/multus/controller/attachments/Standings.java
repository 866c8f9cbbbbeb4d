// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Where each namespace stands that stands anywhere at all. */
final class Standings {
    private final ConcurrentMap<String, Standing> byNamespace = new ConcurrentHashMap<>();

    void set(String namespace, Standing standing) {
        if (standing == Standing.OUT) {
            byNamespace.remove(namespace);
        } else {
            byNamespace.put(namespace, standing);
        }
    }

    long count(Standing standing) {
        return byNamespace.values().stream().filter(standing::equals).count();
    }

    void clear() {
        byNamespace.clear();
    }
}
