// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads trust anchors, each text once: thousands of pods have the same few, and parsing certificates takes a while. */
final class RecentBundles {
    /** One before and one after a rotation, and a few for pods that missed it. */
    private static final int MOST = 8;

    private final Interned<TrustAnchors> anchors = new Interned<>();
    private final LinkedHashMap<String, TrustAnchors> read = new LinkedHashMap<>(MOST, 0.75F, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TrustAnchors> eldest) {
            return size() > MOST;
        }
    };

    /** {@return what the text says; the same object for equal ones} */
    synchronized TrustAnchors read(String bundle) {
        return read.computeIfAbsent(bundle, text -> anchors.same(TrustAnchors.read(text)));
    }
}
