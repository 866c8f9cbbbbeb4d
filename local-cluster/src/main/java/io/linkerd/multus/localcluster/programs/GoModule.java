// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.nio.file.Path;
import java.util.List;

/**
 * A Go module whose programs are built here.
 *
 * @param folder where its {@code go.mod} is
 * @param title what people know its programs as
 * @param optimised whether they are compiled to run fast rather than to be there soon
 */
public record GoModule(
        Path folder,
        String title,
        List<Build> builds,
        List<Link> links,
        List<Definition> definitions,
        boolean optimised) {
    /** Copies the lists. */
    public GoModule {
        builds = List.copyOf(builds);
        links = List.copyOf(links);
        definitions = List.copyOf(definitions);
    }

    /** {@return a module that is one program, named after its folder} */
    public static GoModule program(Path folder, String title) {
        return of(folder, title, new Build(folder.getFileName().toString(), "."));
    }

    /** {@return a module that is a list of other people's programs, compiled with these tags} */
    public static GoModule tools(Path folder, String title, String tags) {
        return of(folder, title, new Build("", "tool", tags));
    }

    static GoModule of(Path folder, String title, Build... builds) {
        return new GoModule(folder, title, List.of(builds), List.of(), List.of(), false);
    }

    /** {@return the same module for programs whose speed is measured} */
    public GoModule asOptimised() {
        return new GoModule(folder, title, builds, links, definitions, true);
    }

    String name() {
        return folder.getFileName().toString();
    }

    /**
     * One call of the Go compiler.
     *
     * @param output the binary's name; empty where the packages' own names are kept
     * @param packages what is built; {@code tool} stands for the module's tools
     * @param tags what files are chosen by, with commas
     */
    record Build(String output, String packages, String tags) {
        Build(String output, String packages) {
            this(output, packages, "");
        }
    }

    /** Another name for a binary. */
    record Link(String name, String binary) {}

    /** A file that is taken from another module, by its path there. */
    record Definition(String module, String file) {}
}
