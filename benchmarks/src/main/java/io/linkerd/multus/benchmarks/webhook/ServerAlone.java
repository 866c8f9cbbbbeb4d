// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.bare.BareEndpoint;
import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Target;
import io.linkerd.multus.benchmarks.workplace.Workplace;
import io.linkerd.multus.images.Service;
import io.linkerd.multus.images.trial.ImageProcess;
import io.linkerd.multus.images.trial.ImageRoot;
import io.linkerd.multus.images.trial.ImageTrial;
import io.linkerd.multus.localcluster.apiserver.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The webhook's server in the webhook's image, without the webhook.
 *
 * @param constant what it answers
 */
record ServerAlone(Workplace place, ImageRoot image, Answer constant) implements Contestant {
    private static final Map<String, String> ENVIRONMENT = Map.of("MALLOC_ARENA_MAX", "2");

    /** It serves, and began then. */
    private record Started(long begin, Serving serving) {}

    @Override
    public Serving start(Path directory) throws IOException {
        return run(directory, JVM_FLAGS).serving();
    }

    /** {@return from its start to its first answer; it is ended then} */
    Duration firstAnswer(Path directory) throws IOException {
        var started = run(directory, List.of());
        try (var _ = started.serving()) {
            return Duration.ofNanos(System.nanoTime() - started.begin());
        }
    }

    private Started run(Path directory, List<String> flags) throws IOException {
        var keys = ServerKeys.create(directory);
        var port = FreePort.find();
        var answer = Files.writeString(directory.resolve("answer.json"), constant.text());
        var program = image.running(
                place.jar(directory),
                BareEndpoint.class.getName(),
                List.of(String.valueOf(port), directory.toString(), answer.toString()));
        var command = program.command(ImageTrial.user(Service.WEBHOOK), directory, flags);
        var process = ImageProcess.start("the bare endpoint", command, directory, ENVIRONMENT);
        var target = new Target(port, keys.trust(), Review.PATH, Review.text());
        var serving = new Serving(target, process::memory, process::close);
        return new Started(process.begin(), ServerKeys.awaited(serving, process.holder()));
    }
}
