// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import java.util.Arrays;
import java.util.Optional;

/** What the daemon is asked for, by upstream's paths and methods. */
public enum Endpoint {
    /** A container runtime's call of the shim. */
    CNI("/cni"),
    /** One network of a pod that runs, added or removed by a controller. */
    DELEGATE("/delegate"),
    /** Whether the daemon answers. */
    HEALTHZ("/healthz"),
    /** Whether a new request should come here; not once a stop was asked for. */
    READYZ("/readyz");

    private final String path;

    Endpoint(String path) {
        this.path = path;
    }

    /** {@return the endpoint of a request's target, whose query and authority make no difference} */
    static Optional<Endpoint> of(String target) {
        var path = path(target);
        return Arrays.stream(values())
                .filter(endpoint -> endpoint.path.equals(path))
                .findFirst();
    }

    /** {@return its path} */
    String path() {
        return path;
    }

    boolean allows(String method) {
        return method.equals("POST") || (method.equals("GET") && !isWork());
    }

    /** {@return whether it asks for a change of a pod's networks, and not how the daemon is} */
    boolean isWork() {
        return switch (this) {
            case CNI, DELEGATE -> true;
            case HEALTHZ, READYZ -> false;
        };
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        var resource = query < 0 ? target : target.substring(0, query);
        if (!resource.startsWith("http://")) {
            return resource;
        }
        int slash = resource.indexOf('/', "http://".length());
        return slash < 0 ? "/" : resource.substring(slash);
    }
}
