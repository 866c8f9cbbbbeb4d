// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.pods;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Keeps equal values once, as long as one of them is held elsewhere. */
public final class Interned<T> {
    private final WeakHashMap<T, WeakReference<T>> values = new WeakHashMap<>();

    /** {@return the value that is held for all that equal this one} */
    public synchronized T same(T value) {
        var known = values.get(value);
        var held = known == null ? null : known.get();
        if (held != null) {
            return held;
        }
        values.put(value, new WeakReference<>(value));
        return value;
    }

    /** {@return a map of the same keys and values, each of which is the one that is held} */
    public Map<T, T> sameOf(Map<T, T> map) {
        var held = new HashMap<T, T>();
        map.forEach((key, value) -> held.put(same(key), same(value)));
        return held;
    }
}
