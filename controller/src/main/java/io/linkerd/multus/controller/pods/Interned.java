// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

/** Keeps equal values once, as long as one of them is held elsewhere. */
final class Interned<T> {
    private final WeakHashMap<T, WeakReference<T>> values = new WeakHashMap<>();

    /** {@return the value that is held for all that equal this one} */
    synchronized T same(T value) {
        var known = values.get(value);
        var held = known == null ? null : known.get();
        if (held != null) {
            return held;
        }
        values.put(value, new WeakReference<>(value));
        return value;
    }
}
