// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

/** What the last command to Helm left of a release. */
public enum ReleaseState {
    /** It is not installed, and its pods have ended. */
    NONE,
    /** It is installed with nothing but the chart's defaults, and every pod was ready. */
    DEFAULT,
    /** Anything else: values of a test's own, a command that failed, changes by another client than Helm. */
    OWN
}
