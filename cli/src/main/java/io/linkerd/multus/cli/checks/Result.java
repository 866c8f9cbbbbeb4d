// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

/** How a check came out. */
public enum Result {
    /** As it has to be. */
    SUCCESS,
    /** Not as it should be, or not to be seen; the mesh works all the same. */
    WARNING,
    /** Wrong: pods are not meshed, or not started. */
    ERROR
}
