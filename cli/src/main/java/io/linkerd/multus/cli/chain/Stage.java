// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

/** The links, in the order in which they come true: each needs those before it. */
public enum Stage {
    /** Linkerd's injector is asked. */
    MESH_ASKED_FOR("it is asked into the mesh", "not-asked-into-the-mesh"),
    /** Our webhook and our controller are. */
    ATTACHMENT_ASKED_FOR("it is asked to be attached", "not-asked-to-be-attached"),
    /** The controller has made the attachment. */
    ATTACHMENT_THERE("there is an attachment to refer to", "attachment-missing"),
    /** No admission refused it. */
    LET_IN("the API server lets it in", "pod-refused"),
    /** Linkerd's injector has been there. */
    INJECTED("Linkerd's injector gave it a proxy", "not-injected"),
    /** Our webhook has. */
    ATTACHED("it refers to the attachment", "not-attached"),
    /** The rules can tell the proxy from the application. */
    USER_IDS("its proxy has a user id of its own", "proxy-uid"),
    /** The scheduler has. */
    SCHEDULED("it has a node", "not-scheduled"),
    /** The installer has. */
    NODE_HAS_PLUGIN("its node has the plugin", "node-without-plugin"),
    /** Runtime and CNI plugins have. */
    SANDBOX_MADE("its network was made", "failed-create-pod-sandbox"),
    /** Multus has called the plugin. */
    PLUGIN_RAN("Multus called the plugin for it", "plugin-not-called"),
    /** The network validator has seen the rules. */
    REDIRECTED("its traffic is redirected to its proxy", "exit-code-95"),
    /** The proxy answers its probe. */
    PROXY_READY("its proxy is ready", "proxy-not-ready"),
    /** So does the application. */
    READY("its other containers are ready", "containers-not-ready");

    private final String question;
    private final String hint;

    Stage(String question, String hint) {
        this.question = question;
        this.hint = hint;
    }

    /** {@return it as a statement} */
    public String question() {
        return question;
    }

    /** {@return the part of docs/troubleshooting.md about it} */
    public String hint() {
        return hint;
    }
}
