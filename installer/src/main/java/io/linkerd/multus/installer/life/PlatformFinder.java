// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.life;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.installer.journal.Journal;
import io.linkerd.multus.installer.kube.ApiAnswer;
import io.linkerd.multus.installer.kube.ApiCall;
import io.linkerd.multus.installer.kube.ApiServer;
import io.linkerd.multus.installer.node.HostRoot;
import io.linkerd.multus.installer.platform.NodeFacts;
import io.linkerd.multus.installer.platform.NodeFacts.ClusterFacts;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import io.linkerd.multus.installer.platform.NodePlatform;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.retry.Backoff;
import io.linkerd.multus.installer.settings.PlatformSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what the node runs. Asks the API until it has answered once, and goes by what the node shows meanwhile. */
final class PlatformFinder implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(PlatformFinder.class);
    private static final String OPENSHIFT_LABEL = "node.openshift.io/os_id";
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

    /** The first plugin is to be on the node within a second or two, with or without an API. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PlatformSetting setting;
    private final Optional<String> nodeName;
    private final ApiServer api;
    private final HostRoot host;
    private final RandomGenerator random;
    private final Runnable changed;
    private final AtomicReference<Asked> asked = new AtomicReference<>(new Asked(false, Optional.empty()));

    private record Asked(boolean once, Optional<ClusterFacts> answer) {}

    /** {@code changed} is told when the API has answered, or has failed to for the first time. */
    PlatformFinder(
            PlatformSetting setting,
            Optional<String> nodeName,
            ApiServer api,
            HostRoot host,
            RandomGenerator random,
            Runnable changed) {
        this.setting = setting;
        this.nodeName = nodeName;
        this.api = api;
        this.host = host;
        this.random = random;
        this.changed = changed;
    }

    /** What is known at this moment. */
    Recognition recognise(Journal journal) {
        var remembered = NodePlatform.named(journal.platform());
        var now = asked.get();
        if (setting == PlatformSetting.AUTO && !now.once() && remembered.isEmpty()) {
            return new Recognition.Undecided("asking the API what the node runs");
        }
        return Recognition.of(new NodeFacts(setting, now.answer(), remembered, hostFacts()));
    }

    /** Asks until there is an answer. */
    @Override
    public void run() {
        if (setting != PlatformSetting.AUTO) {
            return;
        }
        var backoff = new Backoff(FIRST_RETRY, LONGEST_RETRY, random);
        try {
            for (var facts = ask(); facts.isEmpty(); facts = ask()) {
                Thread.sleep(backoff.next());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<ClusterFacts> ask() {
        var facts = labelled()
                .flatMap(label -> label
                        ? Optional.of(new ClusterFacts(true, true))
                        : groups().map(groups -> new ClusterFacts(false, groups)));
        asked.set(new Asked(true, facts));
        changed.run();
        return facts;
    }

    /** Whether the node has OpenShift's label; empty when that could not be found out. */
    private Optional<Boolean> labelled() {
        if (nodeName.isEmpty()) {
            return Optional.of(false);
        }
        return switch (api.call(ApiCall.metadata("/api/v1/nodes/" + nodeName.get()), PATIENCE)) {
            case ApiAnswer.Answered(var node) -> Optional.of(node.has("metadata", "labels", OPENSHIFT_LABEL));
            case ApiAnswer.Refused(var status, var _)
            when status == ApiAnswer.FORBIDDEN || status == ApiAnswer.NOT_FOUND ->
                Optional.of(
                        false); // nobody gave us the right to look: the API groups, which everybody sees, have to do
            case ApiAnswer.Refused refused -> away(refused);
            case ApiAnswer.Unreachable unreachable -> away(unreachable);
        };
    }

    private Optional<Boolean> groups() {
        var config = served("config.openshift.io");
        return config.isPresent() && config.get() ? served("security.openshift.io") : config;
    }

    private Optional<Boolean> served(String group) {
        return switch (api.call(ApiCall.get("/apis/" + group), PATIENCE)) {
            case ApiAnswer.Answered _ -> Optional.of(true);
            case ApiAnswer.Refused(var status, var _) when status == ApiAnswer.NOT_FOUND -> Optional.of(false);
            case ApiAnswer.Refused refused -> away(refused);
            case ApiAnswer.Unreachable unreachable -> away(unreachable);
        };
    }

    private Optional<Boolean> away(ApiAnswer answer) {
        if (!asked.get().once()) {
            LOG.atWarn()
                    .addKeyValue("reason", answer.problem())
                    .log("the API does not say what the node runs; trying again");
        }
        return Optional.empty();
    }

    private HostFacts hostFacts() {
        return new HostFacts(
                holdsPlugins(NodePlatform.OPENSHIFT.binDirectory()),
                holdsPlugins(NodePlatform.KUBERNETES.binDirectory()));
    }

    private boolean holdsPlugins(String directory) {
        try (var files = Files.list(host.at(directory))) {
            return files.anyMatch(file -> Files.isRegularFile(file) && !file.endsWith(Linkerd.PLUGIN));
        } catch (IOException _) {
            return false; // not mounted, or not there
        }
    }
}
