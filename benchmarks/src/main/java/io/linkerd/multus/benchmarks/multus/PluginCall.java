// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

/**
 * A call of a container runtime.
 *
 * @param command of CNI
 * @param container its id
 * @param sandbox the path of its network namespace
 * @param arguments of CNI, which name the pod
 */
record PluginCall(String command, String container, String sandbox, String arguments) {
    /** {@return it as the program reads it that makes the calls} */
    String line() {
        return String.join(" ", command, container, sandbox, arguments);
    }
}
