// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A cluster with a cache that may be behind, and an API server that may be away. */
public final class FakeCluster {
    private final Map<String, NamespaceMarks> cached = new HashMap<>();
    private final Map<String, NamespaceMarks> live = new HashMap<>();
    private final Map<String, SccRules> constraints = new HashMap<>();
    private final Set<String> attachments = new HashSet<>();
    private boolean away;
    public int questions;

    /** {@return what is known without asking} */
    public ClusterFacts remembered() {
        return new Facts(false);
    }

    /** {@return what is known or answered} */
    public ClusterFacts answering() {
        return new Facts(true);
    }

    public FakeCluster namespace(String name, NamespaceMarks facts) {
        cached.put(name, facts);
        live.put(name, facts);
        return this;
    }

    public FakeCluster forget(String name) {
        cached.remove(name);
        live.remove(name);
        return this;
    }

    public FakeCluster onlyLive(String name, NamespaceMarks facts) {
        live.put(name, facts);
        return this;
    }

    public FakeCluster constraints(String name, SccRunAsUser runAsUser, String... seccompProfiles) {
        constraints.put(name, SccRules.of(runAsUser, List.of(seccompProfiles)));
        return this;
    }

    public FakeCluster attached(String namespace) {
        attachments.add(namespace);
        return this;
    }

    public FakeCluster away() {
        away = true;
        return this;
    }

    /** What it tells. */
    private final class Facts implements ClusterFacts {
        private final boolean asks;

        Facts(boolean asks) {
            this.asks = asks;
        }

        @Override
        public Lookup<NamespaceMarks> namespace(String name) {
            return Optional.ofNullable(cached.get(name))
                    .<Lookup<NamespaceMarks>>map(Lookup.Found::new)
                    .orElseGet(() -> freshNamespace(name));
        }

        @Override
        public Lookup<NamespaceMarks> freshNamespace(String name) {
            return ask(Optional.ofNullable(live.get(name)));
        }

        @Override
        public Lookup<SccRules> constraints(String name) {
            return SccRules.ofDefault(name)
                    .<Lookup<SccRules>>map(Lookup.Found::new)
                    .orElseGet(() -> ask(Optional.ofNullable(constraints.get(name))));
        }

        @Override
        public Lookup<Boolean> attachment(String namespace) {
            return ask(Optional.of(true).filter(_ -> attachments.contains(namespace)));
        }

        private <T> Lookup<T> ask(Optional<T> answer) {
            if (!asks) {
                return new Lookup.Unknown<>("it was not asked for", true);
            }
            questions++;
            if (away) {
                return new Lookup.Unknown<>("the API server does not answer", false);
            }
            return Lookup.of(answer);
        }
    }
}
