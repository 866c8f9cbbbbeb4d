// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Read every file of a node in a loop, each on a thread of its own, until closed; none may ever be empty, partial or invalid. */
final class TornReaders implements AutoCloseable {
    private static final Pattern PLUGIN = Pattern.compile("#!/bin/sh\n# (\\w+)\n(?:exit 0\n){2000}+# \\1\n");
    private static final Pattern KUBECONFIG = Pattern.compile(
            "# Kubeconfig file.*certificate-authority-data: .*token: .*current-context: linkerd-cni-context\n",
            Pattern.DOTALL);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());
    private final AtomicLong torn = new AtomicLong();
    private final List<Reader> readers;

    /** Whether a text is all of what it should be. */
    private interface Whole {
        boolean test(String text) throws IOException;
    }

    TornReaders(Node node, List<Path> networks) {
        readers = Stream.concat(
                        Stream.of(
                                new Reader(
                                        node.plugin(),
                                        text -> PLUGIN.matcher(text).matches()),
                                new Reader(
                                        node.kubeconfig(),
                                        text -> KUBECONFIG.matcher(text).matches())),
                        networks.stream().map(network -> new Reader(network, TornReaders::isNetwork)))
                .toList();
        readers.forEach(Thread::start);
    }

    /** {@return how often the file has been read that was read least} */
    long parses() {
        return readers.stream().mapToLong(reader -> reader.parses.get()).min().orElse(0);
    }

    long torn() {
        return torn.get();
    }

    Optional<String> problem() {
        return problem.get();
    }

    @Override
    public void close() {
        readers.forEach(Thread::interrupt);
        try {
            for (var reader : readers) {
                reader.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A list with the plugin in it: from the moment on at which it was in place, it is never seen without. */
    private static boolean isNetwork(String text) throws IOException {
        try {
            var plugins = JSON.readTree(text).path("plugins");
            return plugins.size() == 2 && plugins.path(1).path("type").asText().equals("linkerd-cni");
        } catch (JsonProcessingException _) {
            return false;
        }
    }

    private final class Reader extends Thread {
        private final Path file;
        private final Whole whole;
        private final AtomicLong parses = new AtomicLong();

        Reader(Path file, Whole whole) {
            super("reader of " + file.getFileName());
            this.file = file;
            this.whole = whole;
        }

        @Override
        public void run() {
            while (!isInterrupted()) {
                look();
                parses.incrementAndGet();
            }
        }

        private void look() {
            try {
                var text = new String(read(), StandardCharsets.UTF_8);
                if (!whole.test(text)) {
                    found(file + " had " + text.length() + " characters");
                }
            } catch (IOException e) {
                found(e.toString());
            }
        }

        /** Not by a channel, which an interrupt would close. */
        private byte[] read() throws IOException {
            try (var in = new FileInputStream(file.toFile())) {
                return in.readAllBytes();
            }
        }

        private void found(String what) {
            // Who sees the count finds what it is of.
            problem.compareAndSet(Optional.empty(), Optional.of(what));
            torn.incrementAndGet();
        }
    }
}
