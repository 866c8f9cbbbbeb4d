// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.acceptance.mesh.Release;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is wrong is named, with its place, and changes nothing. */
@WithMesh
class BadInputIT {
    private final Mesh mesh;
    private final String namespace;

    BadInputIT(Mesh mesh) {
        this.mesh = mesh;
        this.namespace = mesh.unique("bad");
    }

    @Test
    void anUnknownValueIsRefusedByName() throws Exception {
        var revision = revision();

        assertThatThrownBy(() -> mesh.release().install("--set", "webhook.replicaz=3"))
                .hasMessageContaining("replicaz")
                .hasMessageContaining("webhook");

        assertThat(revision()).isEqualTo(revision);
    }

    @Test
    void aBrokenConfigMapIsNamedByKeyLineAndColumn() throws Exception {
        mesh.namespace(namespace, Mesh.OPTED_IN);
        var before = mesh.untilHas("the attachment is there", () -> attachment(), text -> text.contains("linkerd-cni"));

        mesh.linkerdConfig("{\"name\": \"linkerd-cni\",\\n \"type\" \"linkerd-cni\"}");

        var told = mesh.untilHas(
                "an Event says what is wrong",
                () -> mesh.events("linkerd-cni", "LinkerdCniConfigInvalid"),
                events -> !events.isEmpty());
        assertThat(told)
                .anySatisfy(message ->
                        assertThat(message).contains("cni_network_config").contains("line 2, column"));
        assertThat(attachment()).isEqualTo(before);
    }

    @Test
    void aMalformedUidRangeIsNamedWithItsValue() throws Exception {
        var annotations = new HashMap<>(Mesh.OPTED_IN);
        annotations.put("openshift.io/sa.scc.uid-range", "1000/ten");
        mesh.namespace(namespace, annotations);

        var told = mesh.untilHas(
                "an Event names annotation and value",
                () -> mesh.events(namespace, "UidRangeInvalid"),
                events -> !events.isEmpty());

        assertThat(told)
                .singleElement()
                .asString()
                .contains("openshift.io/sa.scc.uid-range")
                .contains("1000/ten");
    }

    /** Nobody would see it but by a DaemonSet that stays without pods. */
    @Test
    void aNamespaceThatWouldRefuseTheInstallerIsRefusedWithWhatToType() throws Exception {
        var hardened = mesh.release().named(namespace);
        mesh.namespace(namespace, Map.of());
        mesh.kubectl("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=baseline");
        assertThatThrownBy(hardened::rehearse)
                .hasMessageContaining("namespace " + namespace + " enforces Pod Security level baseline")
                .hasMessageContaining("oc label namespace " + namespace
                        + " pod-security.kubernetes.io/enforce=privileged --overwrite")
                .hasMessageContaining("installer.requirePodSecurity=false");
        assertThat(hardened.rehearse("--set", "installer.requirePodSecurity=false"))
                .contains("kind: DaemonSet");

        mesh.kubectl("label", "namespace", namespace, "pod-security.kubernetes.io/enforce=privileged", "--overwrite");
        assertThat(hardened.rehearse()).contains("kind: DaemonSet");
    }

    /** To take it over it has to get our owner, which OpenShift allows those alone who may delete it. */
    @Test
    void anEmptiedSecretIsFilledAndOwnedAgain() throws Exception {
        var secret = Release.NAME + "-webhook-ca";
        mesh.kubectl(
                "patch",
                "secret",
                secret,
                "--namespace",
                Release.NAME,
                "--type=merge",
                "--patch={\"data\": null, \"metadata\": {\"ownerReferences\": null}}");

        mesh.untilHas(
                "the webhook has made the Secret its own",
                () -> mesh.objects().find("secret", Release.NAME, secret),
                found -> found.filter(object -> object.path("data").has("ca.key")
                                && object.at("/metadata/ownerReferences/0/name")
                                        .asText()
                                        .equals(Release.NAME + "-owner"))
                        .isPresent());
    }

    private String attachment() throws Exception {
        return mesh.objects()
                .find("network-attachment-definitions", namespace, "linkerd-cni")
                .map(object -> object.path("spec").path("config").asText())
                .orElse("");
    }

    private String revision() throws Exception {
        return mesh.cluster().kubectl().helm("history", "linkerd-multus", "--namespace", "linkerd-multus");
    }
}
