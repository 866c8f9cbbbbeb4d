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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which fields of an object Helm owns, by its {@code managedFields} (structured-merge-diff, {@code fieldpath/serialize.go}). Helm's managers are the
 * programs that install releases, by their names, and those that own the annotation with the release's name, whatever they are called.
 */
final class HelmFields {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String APPLY = "Apply";
    private static final String FIELDS = "FieldsV1";
    private static final Pattern HELM = Pattern.compile("helm|helm-controller|terraform-provider-helm.*");

    /** What a person does to single fields, and what was there before the API server knew managers, is not Helm's as a whole. */
    private static final Pattern NOT_HELM = Pattern.compile("kubectl.*|before-first-apply|ancient-changes");

    private final JsonNode there;
    private final List<ManagedFieldsEntry> entries;
    private final Set<String> managers;

    private HelmFields(JsonNode there, List<ManagedFieldsEntry> entries) {
        this.there = there;
        this.entries = entries;
        this.managers = entries.stream()
                .filter(entry -> owns(entry) || HELM.matcher(manager(entry)).matches())
                .map(HelmFields::manager)
                .filter(manager -> !NOT_HELM.matcher(manager).matches())
                .collect(Collectors.toSet());
    }

    private static boolean owns(ManagedFieldsEntry entry) {
        return fields(entry).at("/f:metadata/f:annotations").has("f:" + Keeper.RELEASE_NAME);
    }

    /** {@return those of the object, which was read with its managedFields} */
    static HelmFields of(GenericKubernetesResource there) {
        return new HelmFields(
                json(there), Objects.requireNonNullElse(there.getMetadata().getManagedFields(), List.of()));
    }

    /**
     * {@return the fields that Helm owns and that asking for the object would take away or change without having been asked to, by their paths}
     *
     * @param usual the object as it is where a spec asks for nothing in particular; empty where there is none then
     */
    List<String> unsaid(GenericKubernetesResource asked, Optional<GenericKubernetesResource> usual) {
        var found = new TreeSet<String>();
        helms().forEach(entry -> UnsaidFields.collect(
                new UnsaidFields.Place(fields(entry), json(asked), usual.map(HelmFields::json), there, "", ""), found));
        return List.copyOf(found);
    }

    private static JsonNode json(GenericKubernetesResource object) {
        return SERIALIZATION.convertValue(object, JsonNode.class);
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
