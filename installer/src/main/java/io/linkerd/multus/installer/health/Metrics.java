// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.health;

import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A handful of counters and gauges in Prometheus' text format; each of their families is a {@link Family}.
 *
 * <p>Written by hand: a metrics library costs several MB on every node, for a dozen lines.
 */
@Singleton
public final class Metrics {
    private static final String PREFIX = "linkerd_multus_installer_";

    /** The families, with what a person needs to know of each; their names are a contract. */
    public enum Family {
        READY("gauge", "1 when plugin and kubeconfig are on the node and valid, else 0."),
        WRITES_TOTAL("counter", "Files written on the node, by file and reason."),
        REPAIRS_TOTAL("counter", "Files put right after another process had changed or deleted them, by file."),
        FIGHTS_TOTAL("counter", "Repairs put off because another process keeps undoing them, by file."),
        GIVEN_BACK_TOTAL("counter", "Files removed, or given back as they were found, by file."),
        FAILURES_TOTAL("counter", "Changes of the node that did not happen."),
        LAST_FAILURE_TIMESTAMP_SECONDS("gauge", "When the last change of the node failed."),
        FOREIGN_OWNER(
                "gauge", "1 while another release has this node, by that release; this one leaves its files alone."),
        WATCHING("gauge", "1 while folders are watched, 0 while they can only be looked at every few seconds."),
        LAST_LOOK_TIMESTAMP_SECONDS("gauge", "When the node was last looked at; absent while another release has it."),
        TOKEN_ISSUED_TIMESTAMP_SECONDS(
                "gauge", "When the plugin's token was issued; absent when it does not say, or there is none."),
        TOKEN_EXPIRY_TIMESTAMP_SECONDS(
                "gauge", "When the plugin's token ends; absent when it does not, or there is none."),
        PRIVATE_MEMORY_BYTES("gauge", "Anonymous resident memory of this process."),
        RESIDENT_MEMORY_BYTES("gauge", "Resident memory of this process, shared and file pages included.");

        private final String type;
        private final String help;

        Family(String type, String help) {
            this.type = type;
            this.help = help;
        }

        /** {@return the name under which Prometheus knows it} */
        public String metric() {
            return PREFIX + name().toLowerCase(Locale.ROOT);
        }

        /** {@return counter or gauge} */
        public String type() {
            return type;
        }

        /** {@return what it tells, in a sentence} */
        public String help() {
            return help;
        }
    }

    private record Key(Family family, String labels) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byFamily = family.compareTo(other.family);
            return byFamily != 0 ? byFamily : labels.compareTo(other.labels);
        }
    }

    private final Map<Key, AtomicLong> values = new ConcurrentSkipListMap<>();

    /** Counts one more; labels come in pairs of name and value. */
    public void count(Family family, String... labels) {
        value(family, labels).incrementAndGet();
    }

    /** Sets a gauge; labels come in pairs of name and value. */
    public void set(Family family, long number, String... labels) {
        value(family, labels).set(number);
    }

    /** Takes a gauge away that has no value any more. */
    public void clear(Family family) {
        values.keySet().removeIf(key -> key.family() == family);
    }

    /** {@return all of them, in text format 0.0.4} */
    public String text() {
        var text = new StringBuilder();
        Family last = null;
        for (var entry : values.entrySet()) {
            var family = entry.getKey().family();
            if (family != last) {
                text.append("# HELP %s %s%n".formatted(family.metric(), family.help()));
                text.append("# TYPE %s %s%n".formatted(family.metric(), family.type()));
                last = family;
            }
            text.append(family.metric()).append(entry.getKey().labels());
            text.append(' ').append(entry.getValue().get()).append('\n');
        }
        return text.toString();
    }

    private AtomicLong value(Family family, String... labels) {
        return values.computeIfAbsent(new Key(family, written(labels)), _ -> new AtomicLong());
    }

    private static String written(String... labels) {
        if (labels.length == 0) {
            return "";
        }
        var text = new StringBuilder("{");
        for (int i = 0; i < labels.length; i += 2) {
            var value =
                    labels[i + 1].replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
            text.append(i == 0 ? "" : ",")
                    .append(labels[i])
                    .append("=\"")
                    .append(value)
                    .append('"');
        }
        return text.append('}').toString();
    }
}
