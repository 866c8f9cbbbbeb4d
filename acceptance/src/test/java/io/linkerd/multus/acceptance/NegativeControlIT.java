// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.acceptance.mesh.Applications;
import io.linkerd.multus.acceptance.mesh.ReleaseState;
import io.linkerd.multus.acceptance.nightly.Nightly;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the product is for: the same Deployment without it, with the usual recipe, and with it. */
@WithMesh(cluster = 2, release = ReleaseState.NONE)
class NegativeControlIT {
    private final Mesh mesh;
    private final String namespace;

    NegativeControlIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("control");
    }

    @Test
    @Nightly.Ways
    void withoutTheChartThePlatformRefusesTheProxysUserId() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        mesh.apply(Applications.deployment(namespace, "web", 1, Map.of()));

        var refusals = mesh.untilHas(
                "the ReplicaSet says why it has no pod",
                () -> mesh.events(namespace, "FailedCreate"),
                messages -> !messages.isEmpty());

        assertThat(refusals).anyMatch(message -> message.contains("Invalid value: 2102: must be in the ranges"));
        assertThat(mesh.objects().pods(namespace, "app=web")).isEmpty();
    }

    /** The recipe: the attachment by hand, and the proxy at the first user id of the range, which is the application's. */
    @Test
    @Nightly.Ways
    void withTheUsualRecipeRequestsPassByTheirOwnProxyInSilence() throws Exception {
        mesh.release().install();
        mesh.namespace(namespace, Mesh.INJECTED_ONLY);
        mesh.apply(attachmentOf(mesh.unique("control-model"), namespace));
        var first = mesh.uids(namespace)[0];
        var recipe = new HashMap<>(Map.of(
                "k8s.v1.cni.cncf.io/networks", "linkerd-cni",
                "config.linkerd.io/proxy-uid", Long.toString(first),
                "standins.linkerd.io/validator-uid", Long.toString(first + 1)));
        var web = mesh.deploy(namespace, "web", 1, recipe).getFirst();
        var client = mesh.deploy(namespace, "client", 1, recipe).getFirst();
        assertThat(client.proxy())
                .as("the recipe")
                .isEqualTo(client.application())
                .hasValue(first);

        var exchange = mesh.request(client, web);

        assertThat(exchange.answer()).contains("answers as uid");
        assertThat(exchange.clientAfter().outbound())
                .as("counted by its own proxy")
                .isEqualTo(exchange.clientBefore().outbound());
        assertThat(exchange.webAfter().inbound())
                .as("counted by the other side's")
                .isEqualTo(exchange.webBefore().inbound() + 1);
    }

    @Test
    void withOursRequestsAreCountedByBothProxies() throws Exception {
        mesh.release().install();
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var web = mesh.deploy(namespace, "web", 1, Map.of()).getFirst();
        var client = mesh.deploy(namespace, "client", 1, Map.of()).getFirst();

        var exchange = mesh.request(client, web);

        assertThat(exchange.answer()).contains("answers as uid");
        assertThat(exchange.countedByBoth()).as("%s", exchange).isTrue();
    }

    /** An attachment as a person would write it down: the one that an opted-in namespace has, under their own name. */
    private String attachmentOf(String model, String namespace) throws Exception {
        mesh.namespace(model, Mesh.OPTED_IN);
        var config = mesh.untilHas(
                        "namespace " + model + " has its attachment",
                        () -> mesh.objects().find("network-attachment-definitions", model, "linkerd-cni"),
                        Optional::isPresent)
                .orElseThrow()
                .path("spec")
                .path("config");
        return """
                apiVersion: k8s.cni.cncf.io/v1
                kind: NetworkAttachmentDefinition
                metadata: {name: linkerd-cni, namespace: %s}
                spec: {config: %s}
                """.formatted(namespace, config);
    }
}
