// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.plan;

import io.linkerd.multus.cli.facts.KeptView;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The objects of one kind and name that were seen, at most one in a namespace, as the controller's decisions see them. */
final class SeenObjects<C> {
    private final Map<String, KeptView> views = new HashMap<>();
    private final Function<KeptView, Optional<C>> content;
    private final Predicate<KeptView> takenOver;
    private final Instance instance;
    private final Owner owner;

    /** {@code takenOver} tells those that are not ours and are taken for ours. */
    SeenObjects(
            List<KeptView> seen,
            Function<KeptView, Optional<C>> content,
            Predicate<KeptView> takenOver,
            Instance instance,
            Owner owner) {
        seen.forEach(view -> views.put(view.namespace(), view));
        this.content = content;
        this.takenOver = takenOver;
        this.instance = instance;
        this.owner = owner;
    }

    /** {@return what is in that namespace} */
    Seen<C> in(String namespace) {
        var view = Optional.ofNullable(views.get(namespace));
        if (view.filter(takenOver).isPresent()) {
            return new Seen.Own<>(view.get().marks().sight(), content.apply(view.get()), false);
        }
        return view.<Seen<C>>map(there -> Seen.of(there.marks(), content.apply(there), instance, owner))
                .orElseGet(Seen.Absent::new);
    }

    /** {@return it as it is shown} */
    Optional<KeptView> view(String namespace) {
        return Optional.ofNullable(views.get(namespace));
    }

    /** {@return whether it is another's and is taken for ours} */
    boolean isTakenOver(String namespace) {
        return view(namespace).filter(takenOver).isPresent();
    }

    /** {@return the namespaces that have one, whichever client made it} */
    Set<String> namespaces() {
        return Set.copyOf(views.keySet());
    }
}
