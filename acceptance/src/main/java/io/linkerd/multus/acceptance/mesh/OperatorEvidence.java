// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;

/** Lays before a person what OLM has made of a catalog, a Subscription and one object. */
public final class OperatorEvidence {
    private final Kubectl kubectl;
    private final Report out;

    /** Prints to {@code out}. */
    public OperatorEvidence(Kubectl kubectl, Report out) {
        this.kubectl = kubectl;
        this.out = out;
    }

    /** Prints all of it, each as kubectl has it. */
    public void show() throws IOException, InterruptedException {
        table("What the console's OperatorHub has to offer", "packagemanifests");
        table(
                "What was subscribed to, and what OLM has installed",
                "subscriptions,installplans,clusterserviceversions",
                "--namespace=" + Operator.NAMESPACE);
        table("The one object, and how what it asks for is", "linkerdmultus");
        table("What the operator has made of it", "daemonsets,deployments,pods", "--namespace=" + Operator.NAMESPACE);
    }

    private void table(String heading, String kinds, String... more) throws IOException, InterruptedException {
        out.heading(heading);
        var arguments = new String[more.length + 2];
        arguments[0] = "get";
        arguments[1] = kinds;
        System.arraycopy(more, 0, arguments, 2, more.length);
        kubectl.run(arguments).lines().forEach(line -> out.line(line.isEmpty() ? "" : "  " + line));
    }
}
