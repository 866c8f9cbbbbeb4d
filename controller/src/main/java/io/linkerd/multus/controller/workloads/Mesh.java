// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.uids.UidRange;
import io.linkerd.multus.contracts.uids.UidRangeAnnotation;
import io.linkerd.multus.controller.engine.watch.NamespaceWords;
import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.pods.plan.TrustAnchors;
import io.linkerd.multus.values.ValuesText;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What Linkerd's ConfigMaps say of new pods.
 *
 * @param controlPlaneNamespace where they are
 * @param values what its injector makes of its values; empty where they cannot be read
 * @param bundle the trust anchors
 * @param bundleChanged when the bundle was written last; empty where that is not known
 */
record Mesh(
        String controlPlaneNamespace,
        Optional<InjectedValues> values,
        TrustAnchors bundle,
        Optional<Instant> bundleChanged) {

    /** {@return it before any of its ConfigMaps was seen} */
    static Mesh unknown(String controlPlaneNamespace) {
        return new Mesh(controlPlaneNamespace, Optional.empty(), new TrustAnchors.Unseen(), Optional.empty());
    }

    /** {@return the same with values of that text} */
    Mesh withValues(Optional<String> text) {
        return new Mesh(
                controlPlaneNamespace,
                text.flatMap(present -> ValuesText.read(present) instanceof Result.Ok<ValuesText>(var read)
                                ? InjectedValues.of(read)
                                : Optional.<InjectedValues>empty())
                        .map(read -> values.map(read::after).orElse(read)),
                bundle,
                bundleChanged);
    }

    /** {@return the same with that bundle} */
    Mesh withBundle(Optional<String> pem, Optional<Instant> changed) {
        return new Mesh(
                controlPlaneNamespace,
                values,
                pem.map(TrustAnchors::read).orElseGet(TrustAnchors.Unseen::new),
                changed);
    }

    /**
     * {@return the change that a new pod of a namespace would have}
     *
     * @param range the annotation of the namespace's user ids
     * @param injector the injector's image, which decides what becomes of the values
     */
    ChangeDigest change(NamespaceWords words, Optional<String> range, Optional<String> injector) {
        var facts = new TreeMap<String, String>();
        values.ifPresent(known -> known.leaves().forEach((path, value) -> facts.put("values " + path, value)));
        words.annotations().forEach((name, value) -> facts.put("annotation " + name, value));
        range.ifPresent(text -> facts.put("range", text));
        injector.ifPresent(image -> facts.put("injector", image));
        if (bundle instanceof TrustAnchors.Known(var fingerprints)) {
            fingerprints.forEach(one -> facts.put("anchor " + one, ""));
        }
        return ChangeDigest.of(facts);
    }

    /** {@return the user ids of a namespace by its annotation; empty where it has none, or none that can be read} */
    static Optional<UidRange> range(Optional<String> annotation) {
        return annotation
                .map(UidRange::read)
                .flatMap(read -> read instanceof Result.Ok<UidRangeAnnotation>(var known)
                        ? Optional.of(known.range())
                        : Optional.empty());
    }
}
