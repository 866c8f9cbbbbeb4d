// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.pods;

import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.webhook.cluster.Cluster;
import io.linkerd.multus.webhook.cluster.ClusterFacts;
import io.linkerd.multus.webhook.cluster.NamespaceFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A cluster with a cache that may be behind, and an API server that may be away. */
public final class FakeCluster implements Cluster {
    private final Map<String, NamespaceFacts> cached = new HashMap<>();
    private final Map<String, NamespaceFacts> live = new HashMap<>();
    private final Map<String, SccRules> constraints = new HashMap<>();
    private final Set<String> attachments = new HashSet<>();
    private Optional<ApiFailure> trouble = Optional.empty();
    public int questions;

    @Override
    public ClusterFacts until(Deadline deadline) {
        return new Facts(deadline);
    }

    public FakeCluster namespace(String name, NamespaceFacts facts) {
        cached.put(name, facts);
        live.put(name, facts);
        return this;
    }

    public FakeCluster forget(String name) {
        cached.remove(name);
        live.remove(name);
        return this;
    }

    public FakeCluster onlyLive(String name, NamespaceFacts facts) {
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
        return troubled(new ApiFailure.Unreachable("it did not answer in time"));
    }

    public FakeCluster troubled(ApiFailure why) {
        trouble = Optional.of(why);
        return this;
    }

    /** What it tells before a deadline. */
    private final class Facts implements ClusterFacts {
        private final Deadline deadline;

        Facts(Deadline deadline) {
            this.deadline = deadline;
        }

        @Override
        public Optional<NamespaceFacts> cachedNamespace(String name) {
            return Optional.ofNullable(cached.get(name));
        }

        @Override
        public ApiAnswer<NamespaceFacts> namespace(String name) {
            return ask(Optional.ofNullable(live.get(name)));
        }

        @Override
        public ApiAnswer<SccRules> securityContextConstraints(String name) {
            return SccRules.ofDefault(name)
                    .<ApiAnswer<SccRules>>map(ApiAnswer.Answered::new)
                    .orElseGet(() -> ask(Optional.ofNullable(constraints.get(name))));
        }

        @Override
        public ApiAnswer<Boolean> attachment(String namespace) {
            return ask(Optional.of(true).filter(_ -> attachments.contains(namespace)));
        }

        private <T> ApiAnswer<T> ask(Optional<T> answer) {
            if (deadline.left().isZero()) {
                return new ApiAnswer.Failed<>(new ApiFailure.Unreachable("no time was left to ask it"));
            }
            questions++;
            if (trouble.isPresent()) {
                return new ApiAnswer.Failed<>(trouble.get());
            }
            return answer.<ApiAnswer<T>>map(ApiAnswer.Answered::new)
                    .orElseGet(() -> new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
        }
    }
}
