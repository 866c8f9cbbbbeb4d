// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

import java.util.List;
import java.util.stream.Collectors;

/** Every problem of the environment at once, so that a person mends it in one go. */
public final class InvalidSettings extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<SettingProblem> problems;

    InvalidSettings(List<SettingProblem> problems) {
        super(problems.stream().map(SettingProblem::toString).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /** {@return the problems, in the order in which the variables are read, unknown ones last} */
    public List<SettingProblem> problems() {
        return problems;
    }
}
