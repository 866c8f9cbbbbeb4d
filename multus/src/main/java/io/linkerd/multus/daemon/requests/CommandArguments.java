// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** The variables of a command as they were given, for messages. */
record CommandArguments(String containerId, String networkNamespace, String interfaceName, String args) {
    /** A command about no container has none of them. */
    static final CommandArguments NONE = new CommandArguments("", "", "", "");

    /** {@return what went wrong, behind what was asked, in upstream's words} */
    String errored(String cause) {
        return "ContainerID:" + GoQuoted.of(containerId) + " Netns:" + GoQuoted.of(networkNamespace) + " IfName:"
                + GoQuoted.of(interfaceName) + " Args:" + GoQuoted.of(args) + " Path:\"\" ERRORED: " + cause;
    }
}
