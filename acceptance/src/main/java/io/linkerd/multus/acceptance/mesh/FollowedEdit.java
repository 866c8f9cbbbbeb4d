// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;

/** An edit of the configuration of Linkerd's plugin that attachments follow, and that changes no pod. */
public enum FollowedEdit {
    /** A blank line in the ConfigMap of Linkerd's CNI chart, or one less. */
    CNI_CHART("linkerd-cni/linkerd-cni-config") {
        @Override
        void make(Kubectl kubectl, ClusterObjects objects) throws IOException, InterruptedException {
            var config = objects.find("configmap", "linkerd-cni", "linkerd-cni-config")
                    .orElseThrow(() -> new IOException("ConfigMap linkerd-cni/linkerd-cni-config is not there"))
                    .at("/data/cni_network_config")
                    .asText();
            var edited = config.endsWith("\n\n") ? config.strip() : config + "\n\n";
            kubectl.run(
                    "patch",
                    "configmap",
                    "linkerd-cni-config",
                    "--namespace=linkerd-cni",
                    "--type=merge",
                    "--patch=" + JSON.objectNode().set("data", text("cni_network_config", edited)));
        }
    },

    /** What the plugin logs, where the operator makes the ConfigMap and undoes every edit of it. */
    LINKERD_MULTUS("the LinkerdMultus") {
        @Override
        void make(Kubectl kubectl, ClusterObjects objects) throws IOException, InterruptedException {
            var level = objects.find("linkerdmultus", "", "cluster")
                    .orElseThrow(() -> new IOException("LinkerdMultus cluster is not there"))
                    .at("/spec/linkerd/cniConfig/logLevel")
                    .asText();
            var edit = JSON.objectNode();
            edit.putObject("spec")
                    .putObject("linkerd")
                    .set("cniConfig", text("logLevel", level.equals("debug") ? "info" : "debug"));
            kubectl.run("patch", "linkerdmultus", "cluster", "--type=merge", "--patch=" + edit);
        }
    };

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String subject;

    FollowedEdit(String subject) {
        this.subject = subject;
    }

    /** {@return what is edited, in plain words} */
    String subject() {
        return subject;
    }

    abstract void make(Kubectl kubectl, ClusterObjects objects) throws IOException, InterruptedException;

    private static JsonNode text(String name, String value) {
        return JSON.objectNode().put(name, value);
    }
}
