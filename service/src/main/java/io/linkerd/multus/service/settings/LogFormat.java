// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.settings;

/** How a line of the log is written. */
public enum LogFormat {
    /** For people. */
    PLAIN,
    /** One JSON object a line, for programs. */
    JSON
}
