// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.explain;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ConstraintsReader;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.uids.SccRules;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/** What files say of a cluster that is not asked. */
public final class FileSurroundings implements Surroundings {
    private static final String NAMESPACE = "Namespace";

    /** Where the attachments are. */
    public enum Attachments {
        /** Where the controller keeps one for all namespaces. */
        SHARED,
        /** In the pod's namespace, as the caller says. */
        SAID,
        /** In no namespace that did not opt in. */
        NONE_SAID
    }

    private final SequencedMap<String, NamespaceSays> namespaces = new LinkedHashMap<>();
    private final SequencedMap<String, SccRules> constraints = new LinkedHashMap<>();
    private final Attachments attachments;

    /**
     * Takes Namespaces and SecurityContextConstraints, and passes over everything else.
     *
     * @throws UnusableFile if one of them has no name or cannot be read
     */
    public FileSurroundings(List<Document> documents, Attachments attachments) throws UnusableFile {
        this.attachments = attachments;
        for (var document : documents) {
            if (document.kind().equals(NAMESPACE)) {
                namespaces.putIfAbsent(named(document), NamespaceSays.of(document.object()));
            } else if (document.kind().equals(OpenShift.SCC_KIND)) {
                constraints.putIfAbsent(named(document), rules(document));
            }
        }
    }

    private static String named(Document document) throws UnusableFile {
        if (document.name().isEmpty()) {
            throw new UnusableFile(document.place() + ": the " + document.kind() + " has no metadata.name");
        }
        return document.name();
    }

    private static SccRules rules(Document document) throws UnusableFile {
        try {
            return JsonDocument.read(
                    document.object().toString().getBytes(StandardCharsets.UTF_8),
                    ConstraintsReader.LIMITS,
                    ConstraintsReader::read);
        } catch (MalformedJson e) {
            throw new UnusableFile(document.place() + ": the " + OpenShift.SCC_KIND + " cannot be read: " + e.reason());
        }
    }

    /** {@return the name of the only namespace} */
    public Optional<String> onlyNamespace() {
        return namespaces.size() == 1 ? Optional.of(namespaces.firstEntry().getKey()) : Optional.empty();
    }

    /** {@return the name of the first SecurityContextConstraints} */
    public Optional<String> firstConstraints() {
        return Optional.ofNullable(constraints.firstEntry()).map(Map.Entry::getKey);
    }

    @Override
    public Lookup<NamespaceSays> namespace(String name, Consumer<String> assumed) {
        var says = namespaces.get(name);
        if (says != null) {
            return new Lookup.Found<>(says);
        }
        assumed.accept("namespace " + name + " has neither annotations nor labels: "
                + (namespaces.isEmpty()
                        ? "no file has a Namespace (--namespace-file)"
                        : "the files have only Namespace " + String.join(", ", namespaces.keySet())));
        return new Lookup.Found<>(NamespaceSays.NOTHING);
    }

    @Override
    public Lookup<SccRules> constraints(String name, Consumer<String> assumed) {
        var rules = constraints.get(name);
        if (rules != null) {
            return new Lookup.Found<>(rules);
        }
        var delivered = SccRules.ofDefault(name);
        assumed.accept("SecurityContextConstraints " + name
                + (delivered.isPresent()
                        ? " are as OpenShift delivers them: no file has them (--scc-file)"
                        : " do not exist: no file has them (--scc-file)"));
        return Lookup.of(delivered);
    }

    @Override
    public Lookup<Boolean> attachment(String namespace, Consumer<String> assumed) {
        var place = "namespace " + namespace + " has ";
        return switch (attachments) {
            case SHARED -> {
                assumed.accept(place + "the " + Multus.KIND + " " + Multus.ATTACHMENT + " that all share");
                yield new Lookup.Found<>(true);
            }
            case SAID -> {
                assumed.accept(place + "a " + Multus.KIND + " " + Multus.ATTACHMENT + ", as --attached says");
                yield new Lookup.Found<>(true);
            }
            case NONE_SAID -> {
                assumed.accept(place + "no " + Multus.KIND + " " + Multus.ATTACHMENT + "; say --attached if it has");
                yield new Lookup.Absent<>();
            }
        };
    }
}
