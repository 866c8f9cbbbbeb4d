// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.programs;

/** How it stands with one program on the node. */
public sealed interface ProgramOutcome {
    /** {@return the program's name} */
    String name();

    /** It is there, as the image has it. */
    record InPlace(String name) implements ProgramOutcome {}

    /** Another one of that name is there and stays, since it could not be replaced. */
    record Outdated(String name, String reason) implements ProgramOutcome {}

    /** There is none that the node could run, and none could be put there. */
    record Missing(String name, String reason) implements ProgramOutcome {}
}
