// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ClusterFacts;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;
import java.util.function.Consumer;

/** Surroundings as the webhook's decision asks for them. Each look at them is as fresh as any other. */
record SurroundingFacts(Surroundings surroundings, Consumer<String> assumed) implements ClusterFacts {
    @Override
    public Lookup<NamespaceMarks> namespace(String name) {
        return surroundings.namespace(name, assumed).map(NamespaceSays::marks);
    }

    @Override
    public Lookup<NamespaceMarks> freshNamespace(String name) {
        return namespace(name);
    }

    @Override
    public Lookup<SccRules> constraints(String name) {
        return surroundings.constraints(name, assumed);
    }

    @Override
    public Lookup<Boolean> attachment(String namespace) {
        return surroundings.attachment(namespace, assumed);
    }
}
