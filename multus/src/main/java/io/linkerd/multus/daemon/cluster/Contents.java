// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Values by name, as far as there is room for them. */
final class Contents<V> {
    private final long room;
    private final ToLongFunction<V> size;
    private final Map<ObjectName, V> values = new HashMap<>();
    private long taken;

    Contents(long room, ToLongFunction<V> size) {
        this.room = room;
        this.size = size;
    }

    Optional<V> get(ObjectName name) {
        return Optional.ofNullable(values.get(name));
    }

    int count() {
        return values.size();
    }

    /** Puts it in the place of what was known of the object; where that is not possible, nothing is known of it. */
    void keep(Sighting<V> object) {
        drop(object.name());
        object.value().ifPresent(value -> {
            long more = size.applyAsLong(value);
            if (taken + more <= room) {
                values.put(object.name(), value);
                taken += more;
            }
        });
    }

    void drop(ObjectName name) {
        var before = values.remove(name);
        if (before != null) {
            taken -= size.applyAsLong(before);
        }
    }
}
