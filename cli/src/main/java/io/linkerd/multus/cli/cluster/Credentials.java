// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a kubeconfig gives to be let in by. Where that is a program, the client runs it, waits for it without a limit, shows nothing of what
 * it asks for, and goes on as nobody where its words cannot be read.
 */
final class Credentials {
    /** A login in a browser takes a minute. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private static final char DELETE = 0x7f;

    private static final String SEE = "kubectl get --raw /version shows what it says; then try again";

    private Credentials() {}

    /**
     * {@return the configuration of a context, or of the current one}
     *
     * @throws NoCluster where it has no context of that name, or a program was to give credentials, and gave none in time
     */
    static Config config(Optional<String> context) {
        var config = within(LONGEST, () -> Config.autoConfigure(context.orElse(null)));
        context.ifPresent(name -> requireContext(config, name));
        if (!hasAny(config)) {
            program(config).ifPresent(name -> {
                throw new NoCluster("the program that the kubeconfig names for credentials, " + name
                        + ", gave none that can be read: " + SEE);
            });
        }
        requirePlain(config.getAutoOAuthToken());
        requirePlain(config.getOauthToken());
        keep(config);
        return config;
    }

    /** The JDK quotes a header that it does not take, and the token is in one. */
    static void requirePlain(@Nullable String token) {
        if (token != null && !token.chars().allMatch(letter -> letter > ' ' && letter < DELETE)) {
            throw new NoCluster(
                    "the token that the kubeconfig gives has a line end, a blank, or another character that no HTTP"
                            + " header takes: take it out");
        }
    }

    /** The client would run the program again after a minute, without a limit: what it gave is good for the time of a command. */
    private static void keep(Config config) {
        if (config.getAutoOAuthToken() != null) {
            config.setOauthToken(config.getAutoOAuthToken());
        }
    }

    /** The reading goes on where it was given up, and ends with this process. */
    static <T> T within(Duration longest, Supplier<T> reading) {
        var task = new FutureTask<>(reading::get);
        Thread.ofPlatform().daemon().name("kubeconfig").start(task);
        try {
            return task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new NoCluster(
                    "the program that the kubeconfig names for credentials gave none within " + longest.toSeconds()
                            + " s: " + SEE,
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoCluster("the reading of the kubeconfig was interrupted", e);
        }
    }

    /** The client takes the current one where there is none of that name: another cluster than was meant. */
    private static void requireContext(Config config, String wanted) {
        var names = config.getContexts().stream().map(NamedContext::getName).toList();
        if (!names.contains(wanted)) {
            throw new NoCluster("the kubeconfig has no context " + wanted + "; it has " + String.join(", ", names));
        }
    }

    private static boolean hasAny(Config config) {
        return Stream.of(
                        config.getAutoOAuthToken(),
                        config.getOauthToken(),
                        config.getUsername(),
                        config.getClientCertData(),
                        config.getClientCertFile())
                .anyMatch(Objects::nonNull);
    }

    private static Optional<String> program(Config config) {
        var user = Optional.ofNullable(config.getCurrentContext())
                .map(NamedContext::getContext)
                .map(Context::getUser);
        return Config.getKubeconfigFilenames().stream()
                .map(File::new)
                .filter(File::isFile)
                .map(KubeConfigUtils::parseConfig)
                .flatMap(file -> Objects.requireNonNullElse(file.getUsers(), List.<NamedAuthInfo>of()).stream())
                .filter(one -> user.filter(name -> name.equals(one.getName())).isPresent())
                .flatMap(one -> Stream.ofNullable(one.getUser()))
                .flatMap(one -> Stream.ofNullable(one.getExec()))
                .flatMap(one -> Stream.ofNullable(one.getCommand()))
                .findFirst();
    }
}
