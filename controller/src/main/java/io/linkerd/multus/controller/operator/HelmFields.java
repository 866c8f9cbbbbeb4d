// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which fields of an object Helm owns, by its {@code managedFields} (structured-merge-diff, {@code fieldpath/serialize.go}). Helm's managers are those
 * that own the annotation with the release's name, whatever the program is called: {@code helm}, {@code helm-controller} of Flux, Terraform.
 */
final class HelmFields {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String APPLY = "Apply";
    private static final String FIELDS = "FieldsV1";
    /** In {@code fieldsV1}, the field itself besides those below it. */
    private static final String ITSELF = ".";
    /** Helm's own record in an object, which goes with its fields and is nothing that a person asked for. */
    private static final Set<String> RECORD = Set.of("f:meta.helm.sh/release-name", "f:meta.helm.sh/release-namespace");

    /** Maps whose keys are told one by one, whether there are others or not. */
    private static final Map<String, JsonNode> EMPTY = Map.of(
            "f:annotations", JsonNodeFactory.instance.objectNode(), "f:labels", JsonNodeFactory.instance.objectNode());

    private final JsonNode there;
    private final List<ManagedFieldsEntry> entries;
    private final Set<String> managers;

    private HelmFields(JsonNode there, List<ManagedFieldsEntry> entries) {
        this.there = there;
        this.entries = entries;
        this.managers = entries.stream()
                .filter(entry -> fields(entry).at("/f:metadata/f:annotations").has("f:" + Keeper.RELEASE_NAME))
                .map(HelmFields::manager)
                .collect(Collectors.toSet());
    }

    /** {@return those of the object, which was read with its managedFields} */
    static HelmFields of(GenericKubernetesResource there) {
        return new HelmFields(
                SERIALIZATION.convertValue(there, JsonNode.class),
                Objects.requireNonNullElse(there.getMetadata().getManagedFields(), List.of()));
    }

    /**
     * {@return the fields that Helm owns and that are not in what is asked for, by their paths} Of a subtree its root alone, and none that the API
     * server puts in by itself.
     */
    List<String> unsaid(GenericKubernetesResource asked) {
        var object = SERIALIZATION.convertValue(asked, JsonNode.class);
        var found = new TreeSet<String>();
        helms().forEach(entry -> collect(new Place(fields(entry), object, there, ""), found));
        return List.copyOf(found);
    }

    /** Fields that are owned, and what there is of them in what is asked for and in the object. */
    private record Place(JsonNode fields, JsonNode asked, JsonNode there, String path) {}

    private static void collect(Place place, Set<String> found) {
        for (var field : place.fields().properties()) {
            var element = FieldElement.of(field.getKey());
            var there = element.flatMap(step -> step.in(place.there()));
            if (element.isEmpty() || there.isEmpty() || isRecord(field)) {
                continue;
            }
            var path = place.path() + element.get().words();
            var asked = element.get().in(place.asked()).or(() -> Optional.ofNullable(EMPTY.get(field.getKey())));
            if (asked.isPresent()) {
                collect(new Place(field.getValue(), asked.get(), there.get(), path), found);
            } else if (!ServerDefaults.isDefault(element.get().name(), there.get())) {
                found.add(path.replaceFirst("^[.]", ""));
            }
        }
    }

    /** {@return whether it is Helm's own record, or has nothing else below it} */
    private static boolean isRecord(Map.Entry<String, JsonNode> field) {
        return RECORD.contains(field.getKey())
                || (!field.getValue().isEmpty()
                        && field.getValue().properties().stream()
                                .filter(below -> !below.getKey().equals(ITSELF))
                                .allMatch(HelmFields::isRecord));
    }

    /**
     * {@return the managedFields where that manager owns by applying what Helm owned, so that what it applies next takes away what it does not
     * name; empty where Helm owns nothing} The way of client-go ({@code csaupgrade.UpgradeManagedFields}).
     */
    Optional<List<ManagedFieldsEntry>> handedTo(String manager) {
        var helms = helms().toList();
        if (helms.isEmpty()) {
            return Optional.empty();
        }
        var own = entries.stream()
                .filter(entry -> isMain(entry) && manager(entry).equals(manager) && APPLY.equals(entry.getOperation()))
                .toList();
        var union = JsonNodeFactory.instance.objectNode();
        Stream.concat(own.stream(), helms.stream()).forEach(entry -> add(union, fields(entry)));
        var others = entries.stream().filter(entry -> !helms.contains(entry) && !own.contains(entry));
        var ours = new ManagedFieldsEntryBuilder(helms.getFirst())
                .withManager(manager)
                .withOperation(APPLY)
                .withFieldsType(FIELDS)
                .withFieldsV1(JSON.convertValue(union, FieldsV1.class))
                .build();
        return Optional.of(Stream.concat(Stream.of(ours), others).toList());
    }

    private static void add(ObjectNode all, JsonNode more) {
        more.properties().forEach(field -> add(all.withObjectProperty(field.getKey()), field.getValue()));
    }

    private Stream<ManagedFieldsEntry> helms() {
        return entries.stream().filter(entry -> isMain(entry) && managers.contains(manager(entry)));
    }

    /** Helm writes no status. */
    private static boolean isMain(ManagedFieldsEntry entry) {
        return Objects.requireNonNullElse(entry.getSubresource(), "").isEmpty();
    }

    private static String manager(ManagedFieldsEntry entry) {
        return Objects.requireNonNullElse(entry.getManager(), "");
    }

    private static JsonNode fields(ManagedFieldsEntry entry) {
        return JSON.valueToTree(Objects.requireNonNullElseGet(entry.getFieldsV1(), FieldsV1::new));
    }
}
