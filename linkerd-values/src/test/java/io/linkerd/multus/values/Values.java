// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static io.linkerd.multus.values.HelmValues.HELM;

import io.linkerd.multus.contracts.Result;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the tests of this package begin with. */
final class Values {
    /** As a person writes it. */
    static final String PERSON = """
        # Our mesh: ask the platform team before a change
        clusterDomain:   &domain cluster.local   # as everywhere
        identityTrustDomain: *domain
        clusterNetworks: >-
          10.0.0.0/8,100.64.0.0/10

        kubeAPI: &kubeapi
          # per second
          clientQPS: 100
          clientBurst: 2_00
        identity: {externalCA: no, "issuer": {scheme: 'kubernetes.io/tls',
          issuanceLifetime: "24h\\
            0m0s" }, kubeAPI: *kubeapi}
        identityTrustAnchorsPEM: |+
            -----BEGIN CERTIFICATE-----
            MIIB
            -----END CERTIFICATE-----

        cniEnabled: Yes
        proxy:
            image: {name: cr.l5d.io/linkerd/proxy, version: 1.10}
            logLevel: warn,linkerd=info, # not a comma of the list
            "opaquePorts": 25_587
            # decimal, as id prints it
            uid: 0x836
            gid:
            resources: {cpu: {limit: ~, request: 100m}, memory: {}}
            additionalEnv:
              - {name: A, value: 1}
              -   name: B
                  value: >
                    two
                    words
            ports:
            - odd
        proxyInit:
            <<: {iptablesMode: nft}
            ignoreInboundPorts: 4567
        ü: "\\U0001F600\\t"
        ...
        """;

    private Values() {}

    static ValuesPath path(String dotted) {
        return ValuesPath.of(dotted.split("\\.", -1));
    }

    static ValuesText read(String text) {
        return ok(ValuesText.read(text));
    }

    static <T> T ok(Result<T> result) {
        return result.orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    /** {@return why a text cannot be read} */
    static String not(String text) {
        return reason(ValuesText.read(text));
    }

    static String reason(Result<ValuesText> result) {
        return switch (result) {
            case Result.Ok<ValuesText>(var text) -> throw new AssertionError("no reason, but\n" + text.text());
            case Result.Not<ValuesText>(var reason) -> reason;
        };
    }

    static SortedMap<ValuesPath, ValueTree> wanted(String path, ValueTree value) {
        return new TreeMap<>(Map.of(path(path), value));
    }

    static ValuesText with(ValuesText text, String path, ValueTree value) {
        return ok(text.with(wanted(path, value)));
    }

    /** {@return Helm's text with another line for one of its lines} */
    static String helm(String line, String instead) {
        if (!HELM.contains(line)) {
            throw new AssertionError("no such line: " + line);
        }
        return HELM.replace(line, instead);
    }
}
