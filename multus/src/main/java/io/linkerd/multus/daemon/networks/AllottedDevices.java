// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The devices that the kubelet has allotted to a pod. Each is given away once, in the order of their ids. */
final class AllottedDevices {
    private final Looks looks;
    private final Map<String, Integer> taken = new HashMap<>();

    AllottedDevices(Looks looks) {
        this.looks = looks;
    }

    /** {@return the next device of a resource; none where there is none left} */
    Result<Optional<Device>> take(String resource) {
        return looks.devices().map(all -> {
            var ids = all.getOrDefault(resource, List.of()).stream().sorted().toList();
            int next = taken.merge(resource, 1, Integer::sum) - 1;
            return next < ids.size()
                    ? Optional.of(new Device(ids.get(next), Optional.of(resource)))
                    : Optional.<Device>empty();
        });
    }
}
