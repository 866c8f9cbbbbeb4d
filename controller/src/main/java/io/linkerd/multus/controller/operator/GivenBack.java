// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which objects stay when a {@code LinkerdMultus} goes that owns them: what a Helm release has again, or its pods stand on. */
final class GivenBack {
    private GivenBack() {}

    /**
     * {@return those that the {@code LinkerdMultus} is to own no more} Where another client's installer or webhook is in the operand's place,
     * accounts and rights are for its pods, too, whoever wrote them last. Without effects, and the same for the same observation.
     *
     * @param there all objects in the places of an operand's, with their managedFields
     * @param mark by which this operator knows its own
     * @param owner uid of the {@code LinkerdMultus}
     */
    static List<ObjectKey> of(Map<ObjectKey, ? extends HasMetadata> there, OperandMark mark, String owner) {
        var othersRun = there.entrySet().stream()
                .anyMatch(entry -> isRunning(entry.getKey()) && !mark.isOurs(entry.getValue()));
        return there.entrySet().stream()
                .filter(entry -> without(entry.getValue(), owner).size()
                        < owners(entry.getValue()).size())
                .filter(entry -> Keeper.isHelms(entry.getValue()) || (othersRun && !isRunning(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isRunning(ObjectKey key) {
        return Stage.of(key.kind()) == Stage.INSTALLER || Stage.of(key.kind()) == Stage.WEBHOOK;
    }

    /** {@return the object's owners but for that one} */
    static List<OwnerReference> without(HasMetadata object, String owner) {
        return owners(object).stream()
                .filter(reference -> !owner.equals(reference.getUid()))
                .toList();
    }

    private static List<OwnerReference> owners(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getOwnerReferences(), List.of());
    }
}
