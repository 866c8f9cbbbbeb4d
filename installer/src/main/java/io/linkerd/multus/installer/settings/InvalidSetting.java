// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.settings;

/** Thrown by a settings record that cannot exist with the given value. */
public final class InvalidSetting extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient SettingProblem problem;

    InvalidSetting(String key, Object value, String rule) {
        super(new SettingProblem(key, value.toString(), rule).toString());
        this.problem = new SettingProblem(key, value.toString(), rule);
    }

    SettingProblem problem() {
        return problem;
    }
}
