// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import io.linkerd.multus.cli.cluster.Makers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Words before a slash that are a kind, or meant for one: a namespace stands there, too. */
final class KindWords {
    private static final Set<String> PODS = Set.of("pod", "pods", "po");

    /** They make no pods themselves. */
    private static final Set<String> MAKERS_OF_MAKERS = Set.of("cronjob", "cronjobs", "cj");

    /** What a person has in hand beside them. */
    private static final Set<String> OTHERS = Set.of(
            "deploymentconfig",
            "dc",
            "replicationcontroller",
            "rc",
            "rollout",
            "service",
            "svc",
            "node",
            "namespace",
            "ns");

    /** What is asked about, by the names that are shown. */
    private static final List<String> KNOWN = Stream.concat(
                    Stream.of("pod"), Arrays.stream(Makers.Kind.values()).map(Makers.Kind::singular))
            .toList();

    /** So many letters apart, two words are not meant for each other. */
    private static final int FAR = 3;

    /** Of a shorter word nearly every other one is near. */
    private static final int SHORT = 3;

    private KindWords() {}

    /** {@return the word without its group, as {@code kubectl -o name} has it, in small letters} */
    static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceFirst("\\..*", "");
    }

    static boolean isPod(String word) {
        return PODS.contains(plain(word));
    }

    static boolean isMakerOfMakers(String word) {
        return MAKERS_OF_MAKERS.contains(plain(word));
    }

    /** {@return the kinds that can be named} */
    static String known() {
        return String.join(", ", KNOWN);
    }

    /** {@return what else that may be, as the end of a message that no such pod is there; empty where it is like no kind} */
    static String hint(String said, String name) {
        var word = plain(said);
        var kind = Makers.Kind.of(word).map(Makers.Kind::singular);
        if (kind.isPresent()) {
            return "; of a " + kind.get() + ", its template is explained: " + template(kind.get(), name, "NAMESPACE");
        }
        var near = nearest(word);
        return near.isEmpty() && !OTHERS.contains(word)
                ? ""
                : "; if " + said + " is meant for a kind: there are " + known()
                        + near.map(one -> ", and " + asIn(one, name, "NAMESPACE"))
                                .orElse("");
    }

    /** {@return the call by which what makes pods is explained, where the word is a kind that does} */
    static Optional<String> templateOf(String said, String name, String namespace) {
        return Makers.Kind.of(plain(said)).map(kind -> template(kind.singular(), name, namespace));
    }

    /** {@return the call by which what makes pods is explained} */
    static String template(String kind, String name, String namespace) {
        return "kubectl get " + kind + " " + name + " -n " + namespace + " -o yaml | linkerd-multus explain -f -";
    }

    /** {@return the call that was meant, as the end of a message; empty where no kind is near} */
    static String nearest(String said, String name, String namespace) {
        return nearest(plain(said))
                .map(kind -> "; " + asIn(kind, name, namespace))
                .orElse("");
    }

    private static String asIn(String kind, String name, String namespace) {
        return "the nearest is " + kind + ", as in " + kind + "/" + name + " -n " + namespace;
    }

    /** {@return the kind that was meant by a word that is none} */
    private static Optional<String> nearest(String word) {
        return Stream.concat(KNOWN.stream(), KNOWN.stream().map(kind -> kind + "s"))
                .filter(_ -> word.length() > SHORT)
                .min(Comparator.comparingInt(kind -> distance(kind, word)))
                .filter(kind -> distance(kind, word) < FAR)
                .map(kind -> KNOWN.contains(kind) ? kind : kind.substring(0, kind.length() - 1));
    }

    /** How many letters are to be put in, left out or changed to have one word of the other. */
    private static int distance(String one, String other) {
        int[] before = new int[other.length() + 1];
        Arrays.setAll(before, index -> index);
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(before[j], row[j - 1]) + 1);
            }
            before = row;
        }
        return before[other.length()];
    }
}
