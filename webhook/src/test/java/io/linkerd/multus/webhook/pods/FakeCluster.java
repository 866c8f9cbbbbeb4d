// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.webhook.facts.ClusterFacts;
import io.linkerd.multus.webhook.facts.Lookup;
import io.linkerd.multus.webhook.facts.NamespaceFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A cluster with a cache that may be behind, and an API server that may be away. */
final class FakeCluster implements ClusterFacts {
    private final Map<String, NamespaceFacts> cached = new HashMap<>();
    private final Map<String, NamespaceFacts> live = new HashMap<>();
    private final Map<String, SccRunAsUser> constraints = new HashMap<>();
    private final Set<String> attachments = new HashSet<>();
    private boolean away;
    int questions;

    FakeCluster namespace(String name, NamespaceFacts facts) {
        cached.put(name, facts);
        live.put(name, facts);
        return this;
    }

    FakeCluster onlyLive(String name, NamespaceFacts facts) {
        live.put(name, facts);
        return this;
    }

    FakeCluster constraints(String name, SccRunAsUser runAsUser) {
        constraints.put(name, runAsUser);
        return this;
    }

    FakeCluster attached(String namespace) {
        attachments.add(namespace);
        return this;
    }

    FakeCluster away() {
        away = true;
        return this;
    }

    @Override
    public Optional<NamespaceFacts> cachedNamespace(String name) {
        return Optional.ofNullable(cached.get(name));
    }

    @Override
    public Lookup<NamespaceFacts> namespace(String name) {
        return ask(Optional.ofNullable(live.get(name)));
    }

    @Override
    public Lookup<SccRunAsUser> securityContextConstraints(String name) {
        return SccRunAsUser.ofDefault(name)
                .<Lookup<SccRunAsUser>>map(Lookup.Found::new)
                .orElseGet(() -> ask(Optional.ofNullable(constraints.get(name))));
    }

    @Override
    public Lookup<Boolean> attachment(String namespace) {
        return ask(Optional.of(true).filter(_ -> attachments.contains(namespace)));
    }

    private <T> Lookup<T> ask(Optional<T> answer) {
        questions++;
        if (away) {
            return new Lookup.Failed<>("the API server did not answer in time");
        }
        return answer.<Lookup<T>>map(Lookup.Found::new).orElseGet(Lookup.Absent::new);
    }
}
