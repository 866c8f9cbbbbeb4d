// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

/** Why the process ends, and the status that it ends with, which is upstream's. */
public enum ExitCode {
    /** It was asked to stop, or how it is called. */
    STOPPED(0),
    /** The configuration file cannot be read, or is none. */
    CONFIGURATION_INVALID(1),
    /** The readiness indicator file did not appear in time. */
    READINESS_FILE_MISSING(1),
    /** The daemon did not reach its own API in time. */
    API_NOT_READY(1),
    /** The command line has an option that there is not; as Go's package flag has it. */
    COMMAND_LINE_INVALID(2),
    /** There is no configuration that can be made from the primary network's. */
    NO_PRIMARY_NETWORK(2),
    /** The readiness indicator file was there, and is not any more. */
    READINESS_FILE_REMOVED(2),
    /** It is not run by root. */
    NOT_ROOT(3),
    /** The socket, or what stands behind it, cannot be served. */
    SERVER_NOT_STARTED(3),
    /** It was asked for its version. */
    VERSION_SHOWN(4);

    private final int status;

    ExitCode(int status) {
        this.status = status;
    }

    /** {@return the status of the process} */
    public int status() {
        return status;
    }
}
