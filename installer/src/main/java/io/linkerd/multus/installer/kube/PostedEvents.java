// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiCall;
import io.linkerd.multus.service.kube.ApiClient;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts them as {@code events.k8s.io/v1}, in the background. The same thing is told once an hour at most, and no more than {@value #MOST}
 * things are in that time: whoever reads them would not read more. An Event that cannot be made is no loss, since the log has the words.
 */
@Singleton
final class PostedEvents implements NodeEvents {
    private static final Logger log = LoggerFactory.getLogger(PostedEvents.class);
    /** In the namespace that the API server demands for objects without one. */
    private static final String PATH = "/apis/events.k8s.io/v1/namespaces/default/events";

    private static final int MOST = 20;
    private static final Duration ONCE = Duration.ofHours(1);
    /** The longest note that the API server takes, in characters of ASCII; a few less, since not all are. */
    private static final int LONGEST = 900;

    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiClient api;
    private final Optional<String> nodeName;
    private final String podName;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<List<String>, Instant> told = new LinkedHashMap<>();

    PostedEvents(InstallerSettings settings, ApiClient api, Clocks clocks) {
        this.api = api;
        this.nodeName = settings.release().nodeName();
        this.podName = settings.release().podName();
        this.clock = clocks.wall();
    }

    @Override
    public void tell(Reason reason, String note) {
        if (nodeName.isPresent() && isNew(List.of(reason.name(), note))) {
            var event = event(nodeName.get(), reason, note);
            Thread.ofVirtual().name("event").start(() -> post(event));
        }
    }

    private boolean isNew(List<String> words) {
        var now = clock.instant();
        lock.lock();
        try {
            told.values().removeIf(moment -> moment.isBefore(now.minus(ONCE)));
            return told.size() < MOST && told.putIfAbsent(words, now) == null;
        } finally {
            lock.unlock();
        }
    }

    private void post(String event) {
        if (api.call(ApiCall.post(PATH, event)) instanceof ApiAnswer.Failed<?>(var why)) {
            log.atDebug().addKeyValue("reason", why.inWords()).log("an Event could not be made");
        }
    }

    private String event(String node, Reason reason, String note) {
        var members = Map.of(
                "apiVersion", JsonEdit.quote("events.k8s.io/v1"),
                "kind", JsonEdit.quote("Event"),
                "metadata", "{\"generateName\":\"linkerd-multus-\",\"namespace\":\"default\"}",
                "eventTime", JsonEdit.quote(MICROSECONDS.format(clock.instant())),
                "reportingController", JsonEdit.quote("linkerd-multus/installer"),
                "reportingInstance", JsonEdit.quote(shortened(podName, 128)),
                "action", JsonEdit.quote("KeepNode"),
                "reason", JsonEdit.quote(reason.name()),
                "type", JsonEdit.quote(reason.isWarning() ? "Warning" : "Normal"),
                "note", JsonEdit.quote(shortened(note, LONGEST)));
        // As the kubelet does it, the name stands for the uid too: by it kubectl finds them.
        var regarding = "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":" + JsonEdit.quote(node) + ",\"uid\":"
                + JsonEdit.quote(node) + "}";
        var json = new StringBuilder("{\"regarding\":").append(regarding);
        members.forEach(
                (name, value) -> json.append(",\"").append(name).append("\":").append(value));
        return json.append('}').toString();
    }

    private static String shortened(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
    }
}
