// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Cluster;
import io.linkerd.multus.cli.cluster.NoCluster;
import io.linkerd.multus.cli.cluster.Releases;
import io.linkerd.multus.cli.output.Terminal;
import io.linkerd.multus.cli.product.Product;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says which versions there are. That they differ is told, and is no failure. */
@Command(
        mixinStandardHelpOptions = true,
        name = "version",
        description = "Says the versions of this program and of the release.")
final class VersionCommand implements Callable<Integer> {
    /** The version of this program. */
    static final class Client implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Root.NAME + " " + Product.built().version()};
        }
    }

    /** How it is said. */
    enum Form {
        /** For people. */
        TEXT,
        /** For programs. */
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "namespace of the release, for a user who may see no other (default: all)")
    private Optional<String> namespace = Optional.empty();

    @Option(names = "--client", description = "say this program's version alone; no cluster is asked")
    private boolean client;

    @Option(names = "--short", description = "say versions alone, each in a line")
    private boolean brief;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "one of: ${COMPLETION-CANDIDATES} (default: text)")
    private Form form = Form.TEXT;

    VersionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        var alone = new Versions(Product.built().version(), Optional.empty());
        if (client) {
            print(alone);
            return Exit.FINE;
        }
        try (var asked = Cluster.open(cluster.access())) {
            var versions = new Versions(alone.client(), Optional.of(new Releases(asked).parts(namespace)));
            print(versions);
            versions.difference().ifPresent(terminal::complain);
        } catch (NoCluster none) {
            print(alone);
            throw none;
        }
        return Exit.FINE;
    }

    private void print(Versions versions) {
        switch (form) {
            case JSON -> terminal.out().println(versions.json().pretty());
            case TEXT -> terminal.out().print(brief ? versions.brief() : versions.text());
        }
        terminal.out().flush();
    }
}
