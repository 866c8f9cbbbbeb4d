// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

/** Thrown by a settings record that cannot exist with the given value; {@link SettingsReader#record} gathers it. */
public final class InvalidSetting extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SettingProblem problem;

    public InvalidSetting(String key, Object value, String rule) {
        this(new SettingProblem(key, value.toString(), rule));
    }

    private InvalidSetting(SettingProblem problem) {
        super(problem.toString());
        this.problem = problem;
    }

    SettingProblem problem() {
        return problem;
    }
}
