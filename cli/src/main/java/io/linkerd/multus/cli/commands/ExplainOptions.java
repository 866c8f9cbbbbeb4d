// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.explain.Document;
import io.linkerd.multus.cli.explain.Documents;
import io.linkerd.multus.cli.explain.FileSurroundings;
import io.linkerd.multus.cli.explain.UnusableFile;
import io.linkerd.multus.cli.facts.WebhookRules;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.admission.pods.PodRules;
import io.linkerd.multus.contracts.names.ObjectNames;
import io.linkerd.multus.contracts.names.OpenShift;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** What is around the pod, where the cluster is not asked for it. */
final class ExplainOptions {
    private static final String NAMESPACE_FILE = "--namespace-file";
    private static final String SCC_FILE = "--scc-file";
    private static final String OFFLINE = "--offline";

    @Option(
            names = NAMESPACE_FILE,
            paramLabel = "FILE",
            description = "YAML or JSON with the pod's Namespace; the cluster is not asked; repeatable")
    private List<String> namespaceFiles = new ArrayList<>();

    @Option(
            names = SCC_FILE,
            paramLabel = "FILE",
            description = "YAML or JSON with SecurityContextConstraints; the cluster is not asked; repeatable")
    private List<String> sccFiles = new ArrayList<>();

    @Option(names = OFFLINE, description = "do not ask the cluster, even where no file says what is around the pod")
    private boolean offline;

    @Option(
            names = "--scc",
            paramLabel = "NAME",
            description = "SecurityContextConstraints that admit a pod without annotation " + OpenShift.SCC
                    + " (default: the first of --scc-file, or none)")
    private Optional<String> scc = Optional.empty();

    @Option(
            names = "--attached",
            description = "without cluster: the pod's namespace has the attachment though it did not opt in")
    private boolean attached;

    @Option(
            names = "--attachment-scope",
            paramLabel = "per-namespace|shared|none",
            description = "where the attachments are, whatever the release says")
    private Optional<String> scope = Optional.empty();

    @Option(
            names = "--proxy-uid-strategy",
            paramLabel = "highest|offset",
            description = "where in a range the proxy's user id is looked for, whatever the release says")
    private Optional<String> strategy = Optional.empty();

    boolean asksNoCluster() {
        return offline || !namespaceFiles.isEmpty() || !sccFiles.isEmpty();
    }

    /** Refuses what the cluster itself is asked for. */
    void checkForCluster() {
        if (attached) {
            throw new UnusableInput("--attached is for files alone, and the cluster is asked: add " + OFFLINE + " or "
                    + NAMESPACE_FILE + ", or leave it out");
        }
    }

    /** {@return the options because of which the cluster is not asked} */
    String whatForbidsTheCluster() {
        return Stream.of(
                        offline ? OFFLINE : "",
                        namespaceFiles.isEmpty() ? "" : NAMESPACE_FILE,
                        sccFiles.isEmpty() ? "" : SCC_FILE)
                .filter(option -> !option.isEmpty())
                .reduce((one, other) -> one + ", " + other)
                .orElse("");
    }

    /** {@return the rules where no release says others} */
    PodRules standard(String linkerd) {
        if (!ObjectNames.isLabel(linkerd)) {
            throw new UnusableInput("--linkerd-namespace=" + linkerd + " is no name that a namespace can have");
        }
        var standard = PodRules.STANDARD;
        return new PodRules(
                linkerd, standard.scope(), standard.strategy(), standard.onImpossible(), standard.onUserNamespace());
    }

    /** {@return these rules, but for what is said here} */
    PodRules rules(PodRules seen) {
        return new PodRules(
                seen.controlPlaneNamespace(),
                new AttachmentScope(
                        read("--attachment-scope", scope, WebhookRules::scope)
                                .orElse(seen.scope().kind()),
                        seen.scope().namespace()),
                read("--proxy-uid-strategy", strategy, ProxyUidStrategy::read).orElse(seen.strategy()),
                seen.onImpossible(),
                seen.onUserNamespace());
    }

    private static <T> Optional<T> read(String option, Optional<String> text, Function<String, Result<T>> reader) {
        return text.map(said -> reader.apply(said).orElse(reason -> {
            throw new UnusableInput(option + "=" + said + " " + reason);
        }));
    }

    /** {@return what the files say} */
    FileSurroundings surroundings(AttachmentScope where, InputStream standardInput) throws UnusableFile {
        var documents = new ArrayList<Document>();
        for (var file : namespaceFiles) {
            documents.addAll(only("Namespace", NAMESPACE_FILE, file, standardInput));
        }
        for (var file : sccFiles) {
            documents.addAll(only(OpenShift.SCC_KIND, SCC_FILE, file, standardInput));
        }
        return new FileSurroundings(documents, attachments(where));
    }

    private FileSurroundings.Attachments attachments(AttachmentScope where) {
        if (where.shared()) {
            return FileSurroundings.Attachments.SHARED;
        }
        return attached ? FileSurroundings.Attachments.SAID : FileSurroundings.Attachments.NONE_SAID;
    }

    private static List<Document> only(String kind, String option, String file, InputStream standardInput)
            throws UnusableFile {
        var documents = Documents.read(file, standardInput).stream()
                .filter(document -> document.isA(kind))
                .toList();
        if (documents.isEmpty()) {
            throw new UnusableInput(option + "=" + file + " has no object of kind " + kind);
        }
        return documents;
    }

    /** {@return what admits pods that nothing has admitted yet} */
    Optional<String> constraints() {
        return scc;
    }

    /** {@return the same where files say what there is} */
    Optional<String> constraints(FileSurroundings surroundings) {
        return scc.or(surroundings::firstConstraints);
    }
}
