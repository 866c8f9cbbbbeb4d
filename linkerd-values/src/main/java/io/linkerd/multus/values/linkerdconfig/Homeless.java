// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.values.ValueTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fields of 2019 that Linkerd's values have no place for any more. They are taken, told, and change nothing. */
final class Homeless {
    private static final String INIT_IMAGE =
            "since 2.20 Linkerd's init container is the proxy's image; for 2.19 and before write values.proxyInit.image";

    private static final Map<String, String> FIELDS = Map.of(
            "global.omitWebhookSideEffects", "Linkerd's webhooks always say that they have no side effects",
            "proxy.proxyInitImage.name", INIT_IMAGE,
            "proxy.proxyInitImage.pullPolicy", INIT_IMAGE,
            "proxy.proxyInitImageVersion", INIT_IMAGE);

    private Homeless() {}

    /** {@return the fields of these that a spec has, each with what became of it} */
    static List<FieldProblem> of(ValueTree.Members spec) {
        var found = new ArrayList<FieldProblem>();
        FIELDS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(field -> !SpecFields.isEmpty(
                        SpecFields.at(spec, List.of(field.getKey().split("\\.")))))
                .forEach(field -> found.add(homeless(field.getKey(), field.getValue())));
        Stream.of("limits", "requests").forEach(axis -> found.addAll(ofResources(spec, axis)));
        return List.copyOf(found);
    }

    private static List<FieldProblem> ofResources(ValueTree.Members spec, String axis) {
        var place = "proxy.resource." + axis;
        return SpecFields.at(spec, List.of(place.split("\\."))) instanceof ValueTree.Members(var amounts)
                ? amounts.keySet().stream()
                        .filter(name -> Stream.of(SeedField.values())
                                .noneMatch(known -> known.field().equals(place + "." + name)))
                        .sorted()
                        .map(name -> homeless(
                                place + "." + name, "Linkerd's values have cpu, memory and ephemeral-storage alone"))
                        .toList()
                : List.of();
    }

    private static FieldProblem homeless(String field, String why) {
        return new FieldProblem(
                "spec." + field, "Linkerd has no place for it any more, and it changes nothing: " + why);
    }
}
