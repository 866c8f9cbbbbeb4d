// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.node.NullNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.linkerd.multus.controller.engine.ControllerContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes objects over from a Helm release, with the fields that Helm owns, and gives them back. What is this operator's already stays as it is: what
 * an earlier version took over and kept is not taken away later.
 *
 * @param usual what is asked for where a spec asks for nothing in particular
 * @param all every object that an operand can have
 */
record Takeover(
        ControllerContext context,
        String namespace,
        OperandObjects objects,
        Map<ObjectKey, GenericKubernetesResource> usual,
        List<ObjectKey> all) {
    private static final Logger log = LoggerFactory.getLogger(Takeover.class);

    /** So many fields of an object are logged. */
    private static final int LOGGED = 100;

    /**
     * {@return the fields of the object there that Helm owns and that would go or change without having been asked for; none of an object that is
     * this operator's already}
     */
    List<String> unsaid(GenericKubernetesResource asked) {
        return others(ObjectKey.of(asked))
                .map(there -> unsaid(HelmFields.of(there), asked))
                .orElse(List.of());
    }

    private List<String> unsaid(HelmFields fields, GenericKubernetesResource asked) {
        return fields.unsaid(asked, Optional.ofNullable(usual.get(ObjectKey.of(asked))));
    }

    private Optional<GenericKubernetesResource> others(ObjectKey key) {
        return objects.read(key).filter(there -> !objects.mark().isOurs(there));
    }

    /**
     * Has this operator own what Helm owns of the object there, so that applying it takes away what is not asked for. A dry run before could not
     * tell what the API server refuses: it would have both, such as two sources of a volume.
     *
     * @return the managedFields as they were; empty where nothing was handed over
     */
    Optional<List<ManagedFieldsEntry>> fromHelm(GenericKubernetesResource asked) {
        return others(ObjectKey.of(asked)).flatMap(there -> fromHelm(asked, there));
    }

    private Optional<List<ManagedFieldsEntry>> fromHelm(
            GenericKubernetesResource asked, GenericKubernetesResource there) {
        var fields = HelmFields.of(there);
        var handed = fields.handedTo(objects.mark().manager());
        handed.ifPresent(entries -> {
            log(asked, unsaid(fields, asked));
            patch(there, Map.of("managedFields", entries));
        });
        return handed.map(_ -> there.getMetadata().getManagedFields());
    }

    /** Has the object owned as it was before, where the API server has refused what was to be applied. */
    void toHelm(ObjectKey key, List<ManagedFieldsEntry> entries) {
        objects.read(key).ifPresent(there -> patch(there, Map.of("managedFields", entries)));
    }

    private static void log(GenericKubernetesResource asked, List<String> unsaid) {
        log.atInfo()
                .addKeyValue("object", ObjectKey.of(asked))
                .addKeyValue("removed", unsaid.stream().limit(LOGGED).toList())
                .addKeyValue("removedInAll", unsaid.size())
                .log("taking over from Helm");
    }

    /**
     * Has no other controller write into the webhook's configurations whom API servers trust, before the configurations themselves have their
     * turn: the authority that is there stays until then, for the replicas of the release.
     *
     * @param kept the objects that are asked for, where no field is to be lost that they do not say; empty where any may
     * @return the fields that would be lost of each configuration; nothing has changed where there are any
     */
    Map<ObjectKey, List<String>> stopInjections(List<GenericKubernetesResource> kept) {
        var lost = new LinkedHashMap<ObjectKey, List<String>>();
        kept.stream()
                .filter(asked -> Stage.of(OperandKind.of(asked)) == Stage.ADMISSION)
                .forEach(asked -> lost.put(ObjectKey.of(asked), unsaid(asked)));
        lost.values().removeIf(List::isEmpty);
        if (lost.isEmpty()) {
            stopInjections();
        }
        return lost;
    }

    private void stopInjections() {
        all.stream()
                .filter(key -> Stage.of(key.kind()) == Stage.ADMISSION)
                .flatMap(key -> others(key).stream())
                .filter(there -> !ConflictingObjects.isOutOfReach(ObjectKey.of(there), Keeper.of(there), namespace))
                .forEach(this::stopInjection);
    }

    private void stopInjection(GenericKubernetesResource there) {
        var asking = Injectors.annotations(there);
        if (!asking.isEmpty()) {
            log.atInfo()
                    .addKeyValue("object", ObjectKey.of(there))
                    .addKeyValue("removed", asking)
                    .log("no other controller is to write its authority");
            patch(
                    there,
                    Map.of(
                            "annotations",
                            asking.stream()
                                    .collect(Collectors.toMap(Function.identity(), _ -> NullNode.getInstance()))));
        }
    }

    /**
     * Owns no more what a release has again, or its pods stand on, so that the garbage collector leaves it there.
     *
     * @param owner uid of the {@code LinkerdMultus} that goes
     */
    void giveBack(String owner) {
        var there = new LinkedHashMap<ObjectKey, GenericKubernetesResource>();
        all.forEach(key -> objects.read(key).ifPresent(object -> there.put(key, object)));
        GivenBack.of(there, objects.mark(), owner)
                .forEach(key -> Optional.ofNullable(there.get(key))
                        .ifPresent(
                                object -> patch(object, Map.of("ownerReferences", GivenBack.without(object, owner)))));
    }

    private void patch(GenericKubernetesResource there, Map<String, ?> metadata) {
        context.writes().patch(ObjectKey.of(there).kind().resource(), there, metadata, Map.of());
    }
}
