// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.JsonWalk;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.service.kube.ApiResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Which services a configuration has the API server call.
 *
 * @param uid of the configuration
 * @param version of the configuration, as it was read
 * @param namespaces of the services
 */
record CalledServices(String uid, String version, Set<String> namespaces) {
    CalledServices {
        namespaces = Set.copyOf(namespaces);
    }

    /** {@return those of a configuration, be it a mutating one or a validating one} */
    static CalledServices of(ApiResponse answer) throws MalformedJson, IOException {
        return JsonDocument.read(answer.body(), ObjectReader.LIMITS, json -> {
            var reading = new Object() {
                String uid = "";
                String version = "";
                final Set<String> namespaces = new HashSet<>();
            };
            json.object(key -> {
                switch (key) {
                    case "metadata" ->
                        json.object(each -> {
                            switch (each) {
                                case "uid" -> reading.uid = json.text();
                                case "resourceVersion" -> reading.version = json.text();
                                default -> json.skip();
                            }
                        });
                    case "webhooks" -> json.list(_ -> webhook(json, reading.namespaces));
                    default -> json.skip();
                }
            });
            return new CalledServices(reading.uid, reading.version, reading.namespaces);
        });
    }

    /** {@return whether it serves the release in this namespace alone, and is of no use without it} */
    boolean areAllIn(String namespace) {
        return namespaces.equals(Set.of(namespace));
    }

    private static void webhook(JsonWalk json, Set<String> namespaces) throws MalformedJson {
        member(
                json,
                "clientConfig",
                () -> member(json, "service", () -> member(json, "namespace", () -> namespaces.add(json.text()))));
    }

    /** Reads one member of an object. */
    private interface Member {
        void read() throws MalformedJson;
    }

    private static void member(JsonWalk json, String name, Member member) throws MalformedJson {
        json.object(key -> {
            if (key.equals(name)) {
                member.read();
            } else {
                json.skip();
            }
        });
    }
}
