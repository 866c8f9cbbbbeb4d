// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

/**
 * What has to come about before an operand is as it was asked for.
 *
 * @param reason one word in camel case
 * @param what is waited for, in words
 */
record Waiting(String reason, String what) {
    /** {@return for a step of a rollout} */
    static Waiting rollingOut(Stage stage) {
        return new Waiting("RollingOut", stage.inWords());
    }

    /** {@return for what goes before the object does} */
    static Waiting removing(String what) {
        return new Waiting("Removing", what);
    }
}
