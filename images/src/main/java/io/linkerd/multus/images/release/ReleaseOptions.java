// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import io.linkerd.multus.images.oci.Loopback;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code ./release} was asked for. It is run from its source before anything is built, and reaches nothing but Java's own.
 *
 * @param version of everything that is released
 * @param registry host and path
 * @param base what the images stand on
 * @param flags options without a value
 * @param values options that may be left out, by their names
 * @param with what other machines have pushed
 */
record ReleaseOptions(
        String version, String registry, String base, Set<String> flags, Map<String, String> values, List<Path> with) {
    static final String IMAGES_ONLY = "--images-only";
    static final String DIRTY = "--dirty";
    static final String AGAIN = "--again";
    static final String CNI_PLUGIN = "--cni-plugin";
    static final String SIGN = "--sign";
    static final String KEYRING = "--keyring";
    static final String PASSPHRASE = "--passphrase-file";
    static final String OUTPUT = "--output";
    static final String DOWNLOADS = "--downloads";
    static final String SCAN = "--scan";

    private static final String REGISTRY = "--registry";
    private static final String BASE = "--base";
    private static final String WITH = "--with";
    private static final Set<String> FLAGS = Set.of(IMAGES_ONLY, DIRTY, AGAIN);
    private static final Set<String> VALUED =
            Set.of(REGISTRY, BASE, WITH, CNI_PLUGIN, SIGN, KEYRING, PASSPHRASE, OUTPUT, DOWNLOADS, SCAN);
    private static final String DIGEST = "sha256:[0-9a-f]{64}";

    /** Copies the collections. */
    ReleaseOptions {
        flags = Set.copyOf(flags);
        values = Map.copyOf(values);
        with = List.copyOf(with);
    }

    /** What came of reading a command line. */
    sealed interface Parsed {}

    /** It can be done. */
    record Asked(ReleaseOptions options) implements Parsed {}

    /** It cannot, for all of these reasons. */
    record Wrong(List<String> problems) implements Parsed {}

    /**
     * Prints, for the build, what the images stand on, and below it where they will be pulled from; exit code 2 where the command line is
     * wrong, or the JDK too old for a registry that other machines reach.
     */
    public static void main(String... arguments) {
        switch (parse(List.of(arguments))) {
            case Asked(var options) -> {
                checkJdk(options);
                System.out.println(options.base() + "\n" + options.registry());
            }
            case Wrong(var problems) -> {
                problems.forEach(problem -> System.err.println("release: " + problem));
                System.err.println("release: see ./release --help");
                System.exit(2);
            }
        }
    }

    /** The script says what {@link LeastJdk#FILE} does. */
    private static void checkJdk(ReleaseOptions options) {
        LeastJdk.parse(System.getProperty("jdk.least", ""))
                .problem(Runtime.version(), System.getProperty("java.home", ""))
                .ifPresent(problem -> {
                    System.err.println("release: " + (options.isToLoopback() ? "warning: " : "") + problem);
                    if (!options.isToLoopback()) {
                        System.exit(2);
                    }
                });
    }

    /** Reads a command line. */
    static Parsed parse(List<String> arguments) {
        var problems = new ArrayList<String>();
        var versions = new ArrayList<String>();
        var flags = new ArrayList<String>();
        var values = new HashMap<String, String>();
        var with = new ArrayList<Path>();
        var rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            var word = rest.pop();
            if (FLAGS.contains(word)) {
                flags.add(word);
            } else if (!word.startsWith("-")) {
                versions.add(word);
            } else if (!VALUED.contains(word)) {
                problems.add("unknown option " + word);
            } else if (rest.isEmpty()) {
                problems.add(word + " needs a value");
            } else if (word.equals(WITH)) {
                with.add(Path.of(rest.pop()));
            } else if (Optional.ofNullable(values.put(word, rest.pop())).isPresent()) {
                problems.add(word + " is given twice");
            }
        }
        check(versions, values, with, problems);
        return problems.isEmpty() ? new Asked(of(versions, flags, values, with)) : new Wrong(List.copyOf(problems));
    }

    private static ReleaseOptions of(
            List<String> versions, List<String> flags, Map<String, String> values, List<Path> with) {
        return new ReleaseOptions(
                versions.getFirst(),
                values.getOrDefault(REGISTRY, ""),
                values.getOrDefault(BASE, ""),
                Set.copyOf(flags),
                values,
                with);
    }

    private static void check(
            List<String> versions, Map<String, String> values, List<Path> with, List<String> problems) {
        if (versions.size() != 1 || !versions.getFirst().matches("\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?")) {
            problems.add("one VERSION is needed, like 0.1.0, not \"" + String.join(" ", versions) + "\"");
        }
        var registry = values.getOrDefault(REGISTRY, "");
        if (!registry.matches("(localhost|[A-Za-z0-9-]*[.:][A-Za-z0-9.:-]*)(/[a-z0-9._-]+)+")) {
            problems.add("--registry HOST/PATH is needed, like registry.example.com/mesh, not \"" + registry + "\"");
        } else if (!values.containsKey(SCAN) && !isToLoopback(registry)) {
            problems.add("--scan FILE is needed for a registry that other machines reach: ./scan FILE writes it");
        }
        var base = values.getOrDefault(BASE, "");
        if (!base.equals("scratch") && !base.matches("\\S+@" + DIGEST)) {
            problems.add("--base is needed: an image by its digest, like"
                    + " registry.access.redhat.com/ubi9/ubi-micro@sha256:…, or scratch; not \"" + base + "\"");
        }
        var plugin = values.get(CNI_PLUGIN);
        if (plugin != null && !plugin.matches(DIGEST)) {
            problems.add("--cni-plugin is a digest, sha256: and 64 digits, not \"" + plugin + "\"");
        }
        var downloads = values.get(DOWNLOADS);
        if (downloads != null && !downloads.matches("https://[^\\s\"']+")) {
            problems.add("--downloads is an address, https://…, not \"" + downloads + "\"");
        }
        if (values.containsKey(SIGN) != values.containsKey(KEYRING)) {
            problems.add("--sign and --keyring need each other");
        }
        checkFiles(values, with, problems);
    }

    private static void checkFiles(Map<String, String> values, List<Path> with, List<String> problems) {
        var files = new ArrayList<>(with);
        for (var option : List.of(KEYRING, PASSPHRASE, SCAN)) {
            Optional.ofNullable(values.get(option)).map(Path::of).ifPresent(files::add);
        }
        for (var file : files) {
            if (!Files.isReadable(file)) {
                problems.add("cannot read " + file);
            }
        }
    }

    boolean has(String flag) {
        return flags.contains(flag);
    }

    Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option));
    }

    /** {@return the registry's host, and its port where it has one} */
    String host() {
        return registry.substring(0, registry.indexOf('/'));
    }

    /** {@return whether no other machine reaches the registry} */
    boolean isToLoopback() {
        return isToLoopback(registry);
    }

    private static boolean isToLoopback(String registry) {
        return Loopback.isHost(registry.substring(0, registry.indexOf('/')));
    }

    /** {@return the name of one of our images, in that registry} */
    String repository(String image) {
        return registry + "/linkerd-multus/" + image;
    }
}
