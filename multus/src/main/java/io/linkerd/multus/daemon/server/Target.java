// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.daemon.requests.Endpoint;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** What a request is for, by upstream's paths and methods. */
sealed interface Target {
    /** A command, which may change a pod's networks. */
    record Command(Endpoint endpoint) implements Target {
        @Override
        public String path() {
            return endpoint.path();
        }

        @Override
        public boolean allows(String method) {
            return method.equals("POST");
        }
    }

    /** A question how the daemon is. */
    enum Probe implements Target {
        /** Whether it answers. */
        HEALTHZ("/healthz"),
        /** Whether a new request should come here; not once a stop was asked for. */
        READYZ("/readyz");

        private final String path;

        Probe(String path) {
            this.path = path;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public boolean allows(String method) {
            return method.equals("POST") || method.equals("GET");
        }
    }

    /** {@return its path} */
    String path();

    /** {@return whether it is asked for by that method} */
    boolean allows(String method);

    /** {@return what a request's URI names, whose query and authority make no difference} */
    static Optional<Target> of(String uri) {
        var path = path(uri);
        return Stream.<Target>concat(Arrays.stream(Endpoint.values()).map(Command::new), Arrays.stream(Probe.values()))
                .filter(target -> target.path().equals(path))
                .findFirst();
    }

    private static String path(String uri) {
        int query = uri.indexOf('?');
        var resource = query < 0 ? uri : uri.substring(0, query);
        if (!resource.startsWith("http://")) {
            return resource;
        }
        int slash = resource.indexOf('/', "http://".length());
        return slash < 0 ? "/" : resource.substring(slash);
    }
}
