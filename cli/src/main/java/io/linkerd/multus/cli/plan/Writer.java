// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.cluster.KeptKind;
import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.cli.plan.PlannedWrite.Verb;
import io.linkerd.multus.contracts.plans.Change;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a change makes of an object of one kind and name: as server-side apply has it, what others say beside it stays.
 *
 * @param members the members that say a content
 */
record Writer<C>(KeptKind kind, String name, Instance instance, Owner owner, Function<C, Map<String, Object>> members) {
    private static final String METADATA = "metadata";
    private static final String LABELS = "labels";
    private static final String OWNERS = "ownerReferences";

    /** {@return what would be written; empty where that is nothing} */
    Optional<PlannedWrite> write(Change<C> change, String namespace, Optional<KeptView> before) {
        return switch (change) {
            case Change.Keep<C> _ -> Optional.empty();
            case Change.Write<C>(var _, var content, var why) ->
                Optional.of(planned(
                        before.isPresent() ? Verb.CHANGE : Verb.CREATE,
                        namespace,
                        why,
                        before,
                        Optional.of(applied(before, namespace, content))));
            case Change.Replace<C>(var _, var content, var why) ->
                Optional.of(planned(
                        Verb.REPLACE,
                        namespace,
                        why,
                        before,
                        Optional.of(applied(Optional.empty(), namespace, content))));
            case Change.Remove<C>(var _, var why) ->
                Optional.of(planned(Verb.DELETE, namespace, why, before, Optional.empty()));
        };
    }

    private PlannedWrite planned(
            Verb verb, String namespace, String why, Optional<KeptView> before, Optional<Map<String, Object>> after) {
        return new PlannedWrite(
                verb, kind.apiVersion(), kind.kind(), namespace, name, why, before.map(KeptView::tree), after);
    }

    private Map<String, Object> applied(Optional<KeptView> before, String namespace, C content) {
        Map<String, Object> was = before.map(KeptView::tree).orElse(Map.of());
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", name);
        metadata.put("namespace", namespace);
        if (was.get(METADATA) instanceof Map<?, ?> all) {
            all.forEach((key, value) -> metadata.put(String.valueOf(key), value));
        }
        metadata.put(LABELS, labels(metadata.get(LABELS)));
        var owners = owners(before, metadata.remove(OWNERS));
        if (!owners.isEmpty()) {
            metadata.put(OWNERS, owners);
        }
        var after = new LinkedHashMap<String, Object>();
        after.put("apiVersion", kind.apiVersion());
        after.put("kind", kind.kind());
        after.put(METADATA, metadata);
        members.apply(content).forEach((member, value) -> after.put(member, merged(was.get(member), value)));
        return after;
    }

    /** Members of an object that others own stay; lists of ours are as a whole. */
    private static Object merged(@Nullable Object was, Object ours) {
        if (!(was instanceof Map<?, ?> before) || !(ours instanceof Map<?, ?> said)) {
            return ours;
        }
        var merged = new LinkedHashMap<String, Object>();
        before.forEach((key, value) -> merged.put(String.valueOf(key), value));
        said.forEach((key, value) -> merged.put(String.valueOf(key), value));
        return merged;
    }

    private Map<String, Object> labels(@Nullable Object was) {
        var labels = new TreeMap<String, Object>(instance.labels());
        if (was instanceof Map<?, ?> before) {
            before.forEach((key, value) -> labels.putIfAbsent(String.valueOf(key), value));
        }
        return labels;
    }

    /** One that we applied, and do not apply any more, goes. */
    private List<Object> owners(Optional<KeptView> seen, @Nullable Object was) {
        var owners = new ArrayList<Object>();
        if (was instanceof List<?> before) {
            before.stream().filter(one -> !goes(seen, uid(one))).forEach(owners::add);
        }
        if (owner instanceof Owner.Release(var role, var uid)
                && owners.stream().noneMatch(one -> uid(one).equals(uid))) {
            owners.add(Contents.ordered(
                    "apiVersion", "rbac.authorization.k8s.io/v1", "kind", "ClusterRole", "name", role, "uid", uid));
        }
        return owners;
    }

    private boolean goes(Optional<KeptView> seen, String uid) {
        return !(owner instanceof Owner.Release(var _, var now) && now.equals(uid))
                && seen.filter(view -> view.isOnlyOwnedBy(instance.fieldManager(), uid))
                        .isPresent();
    }

    private static String uid(Object reference) {
        return reference instanceof Map<?, ?> one ? String.valueOf(one.get("uid")) : "";
    }
}
