// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.admission.pods.Finding;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;
import java.util.function.Consumer;

/** Surroundings as the webhook's decision asks for them. Each look at them is as fresh as any other. */
record SurroundingFacts(Surroundings surroundings, Consumer<String> assumed) implements ClusterFacts {
    @Override
    public Finding<NamespaceMarks> namespace(String name) {
        return switch (surroundings.namespace(name, assumed)) {
            case Finding.Found<NamespaceSays>(var says) -> new Finding.Found<>(says.marks());
            case Finding.Missing<NamespaceSays> _ -> new Finding.Missing<>();
            case Finding.Unreadable<NamespaceSays> _, Finding.Unasked<NamespaceSays> _ -> new Finding.Unreadable<>();
        };
    }

    @Override
    public Finding<NamespaceMarks> freshNamespace(String name) {
        return namespace(name);
    }

    @Override
    public Finding<SccRules> constraints(String name) {
        return surroundings.constraints(name, assumed);
    }

    @Override
    public Finding<Boolean> attachment(String namespace) {
        return surroundings.attachment(namespace, assumed);
    }
}
