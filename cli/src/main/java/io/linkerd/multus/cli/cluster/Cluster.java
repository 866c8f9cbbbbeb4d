// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.VersionInfo;
import io.linkerd.multus.cli.facts.Sight;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Asks the API server, as one user. What that user may not see, and what is not there, are answers like any other. */
public final class Cluster implements AutoCloseable {
    /** Objects in a page: of pods 1 MB as text, and 12 MB as they are read, so that no cluster fills the memory. */
    private static final long PAGE = 100;

    private static final int REQUEST_MILLIS = 30_000;
    private static final int CONNECTION_MILLIS = 10_000;
    /** The client's code where there was no answer at all. */
    private static final int NO_ANSWER = -1;

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;

    /** The client's name for a kubeconfig that is said. */
    private static final String KUBECONFIG = "kubeconfig";

    private final KubernetesClient client;
    private final Reach reach = new Reach();

    private Cluster(KubernetesClient client) {
        this.client = client;
    }

    /** {@return the way to the cluster} Nothing is asked yet. {@code step} is told what is waited for. */
    public static Cluster open(Access access, Consumer<String> step) {
        step.accept("reading the kubeconfig, and waiting for the program that it may name for credentials");
        return open(access);
    }

    /** {@return the way to the cluster} Nothing is asked yet. */
    public static Cluster open(Access access) {
        access.kubeconfig().ifPresent(Cluster::useKubeconfig);
        try {
            var config = Credentials.config(access.context());
            access.address().ifPresent(address -> config.setMasterUrl(withScheme(address)));
            access.user().ifPresent(config::setImpersonateUsername);
            if (!access.groups().isEmpty()) {
                config.setImpersonateGroups(access.groups().toArray(String[]::new));
            }
            ClientKey.describe(config);
            config.setConnectionTimeout(CONNECTION_MILLIS);
            config.setRequestTimeout(REQUEST_MILLIS);
            config.setRequestRetryBackoffLimit(1);
            return new Cluster(new KubernetesClientBuilder()
                    .withConfig(config)
                    .withHttpClientBuilderConsumer(RequestLog::into)
                    .build());
        } catch (KubernetesClientException | IllegalArgumentException | YamlEngineException e) {
            throw new NoCluster("the kubeconfig cannot be used: " + KubeconfigProblem.words(e), e);
        }
    }

    /** The client goes on without a file that is not there. */
    private static void useKubeconfig(String file) {
        if (!Files.isReadable(Path.of(file))) {
            throw new NoCluster("the kubeconfig " + file + " is not there, or cannot be read");
        }
        System.setProperty(KUBECONFIG, file);
    }

    private static String withScheme(String address) {
        return address.contains("://") ? address : "https://" + address;
    }

    /** {@return the client, for what is asked for by its kind} */
    public KubernetesClient client() {
        return client;
    }

    /** {@return the API server's version, as in {@code v1.34.1}} */
    public Sight<String> version() {
        return ask(
                "get its version",
                () -> Optional.ofNullable(client.getKubernetesVersion()).map(VersionInfo::getGitVersion));
    }

    /** {@return the JSON text of one object} {@code path} begins with {@code /api}. */
    public Sight<String> text(String right, String path) {
        return ask(right, () -> Optional.ofNullable(client.raw(path)));
    }

    /** {@return one object as it is read; {@code right} is what it takes to see it, as in {@code get pods in namespace shop}} */
    public <T> Sight<T> ask(String right, Supplier<Optional<T>> request) {
        try {
            var answer = request.get();
            reach.answered();
            return answer.<Sight<T>>map(Sight.Seen::new).orElseGet(Sight.Absent::new);
        } catch (KubernetesClientException e) {
            return failed(right, e);
        }
    }

    /**
     * {@return all objects of a kind, page by page, of which only what is picked is kept}
     *
     * @param pick what is kept of an object; empty where nothing is
     */
    public <T extends HasMetadata, L extends KubernetesResourceList<T>, R> Sight<List<R>> list(
            String right, Function<ListOptions, L> page, Function<T, Stream<R>> pick) {
        try {
            return new Sight.Seen<>(pages(page, pick));
        } catch (KubernetesClientException e) {
            if (e.getCode() != GONE) {
                return failed(right, e);
            }
        }
        // What was not read within five minutes the API server has forgotten; it is read anew, once.
        try {
            return new Sight.Seen<>(pages(page, pick));
        } catch (KubernetesClientException e) {
            return failed(right, e);
        }
    }

    private <T extends HasMetadata, L extends KubernetesResourceList<T>, R> List<R> pages(
            Function<ListOptions, L> page, Function<T, Stream<R>> pick) {
        var all = new ArrayList<R>();
        String next = null;
        do {
            var read = page.apply(
                    new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build());
            reach.answered();
            read.getItems().stream().flatMap(pick).forEach(all::add);
            next = read.getMetadata() == null ? null : read.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return all;
    }

    private <T> Sight<T> failed(String right, KubernetesClientException e) {
        if (e.getCode() == NO_ANSWER || e.getCode() == 0) {
            return reach.unanswered(server(), right, e);
        }
        reach.answered();
        return switch (e.getCode()) {
            case FORBIDDEN -> new Sight.Denied<>(right);
            case NOT_FOUND -> new Sight.Absent<>();
            case UNAUTHORIZED ->
                throw new NoCluster(
                        "the API server " + server() + " does not know this user: log in again, or check --context", e);
            default -> new Sight.Failed<>("the API server was asked to " + right + ": " + words(e));
        };
    }

    /** What the client says first is "An error has occurred." */
    static String rootWords(Throwable failure) {
        var cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    }

    private String server() {
        return client.getConfiguration().getMasterUrl();
    }

    private static String words(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .flatMap(status -> Optional.ofNullable(status.getMessage()))
                .orElseGet(() -> Objects.requireNonNullElse(e.getMessage(), "HTTP " + e.getCode()));
    }

    @Override
    public void close() {
        client.close();
    }
}
