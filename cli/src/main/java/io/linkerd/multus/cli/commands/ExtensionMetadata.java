// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

/**
 * What Linkerd's command line asks of every program {@code linkerd-NAME}: whether its check is to be called
 * (linkerd2, {@code cli/cmd/check_extensions.go}).
 */
public final class ExtensionMetadata {
    /** The argument by which it asks. */
    public static final String COMMAND = "_extension-metadata";

    /** The answer. The name has to be that of the program's file; the check is called at each check of Linkerd's own. */
    public static final String TEXT = "{\"name\":\"linkerd-multus\",\"checks\":\"always\"}";

    private ExtensionMetadata() {}
}
