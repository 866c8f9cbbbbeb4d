// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.facts.PodDemand;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WorkloadView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VersionsTest {
    private static WorkloadView part(String name, String version) {
        return new WorkloadView(
                "Deployment", "mesh", name, "", "multus", version, 1, 1, Map.of(), Map.of(), PodDemand.NONE);
    }

    private static Versions of(WorkloadView... parts) {
        return new Versions("1.2.3", Optional.of(new Sight.Seen<>(List.of(parts))));
    }

    @Test
    void theClientAloneIsOneLine() {
        var client = new Versions("1.2.3", Optional.empty());

        assertThat(client.text()).isEqualTo("Client version: 1.2.3\n");
        assertThat(client.brief()).isEqualTo("1.2.3\n");
        assertThat(client.json().pretty()).isEqualTo("{\n  \"client\": \"1.2.3\"\n}");
        assertThat(client.difference()).isEmpty();
    }

    @Test
    void aReleaseOfTheSameVersionIsNoDifference() {
        var same = of(part("controller", "1.2.3"), part("webhook", "1.2.3"));

        assertThat(same.text()).isEqualTo("Client version: 1.2.3\nRelease version: 1.2.3 (mesh/multus)\n");
        assertThat(same.brief()).isEqualTo("1.2.3\n1.2.3\n");
        assertThat(same.difference()).isEmpty();
    }

    @Test
    void anotherVersionIsTold() {
        var other = of(part("controller", "1.3.0"), part("webhook", "1.2.3"));

        assertThat(other.text()).isEqualTo("Client version: 1.2.3\nRelease version: 1.2.3, 1.3.0 (mesh/multus)\n");
        assertThat(other.difference())
                .hasValueSatisfying(words ->
                        assertThat(words).startsWith("this program is 1.2.3, and what runs in the cluster is 1.3.0: "));
    }

    @Test
    void aWorkloadWithoutTheLabelIsOfAnUnknownVersion() {
        var unknown = of(part("controller", ""));

        assertThat(unknown.text()).endsWith("Release version: unknown (mesh/multus)\n");
        assertThat(unknown.difference()).isEmpty();
    }

    @Test
    void noReleaseAndNoRightAreToldApart() {
        assertThat(of().text()).endsWith("Release version: none: no workload of linkerd-multus is in this cluster\n");
        assertThat(of().brief()).isEqualTo("1.2.3\nunavailable\n");
        assertThat(of().json().pretty()).contains("\"releases\": []");

        var denied = new Versions("1.2.3", Optional.of(new Sight.Denied<>("list deployments")));
        assertThat(denied.text()).endsWith("Release version: unknown, this user has no right to list deployments\n");
        assertThat(denied.json().pretty())
                .contains("\"error\": \"this user has no right to list deployments\"")
                .doesNotContain("releases");
    }

    @Test
    void programsGetEachPart() {
        assertThat(of(part("controller", "1.3.0")).json().pretty()).isEqualTo("""
                {
                  "client": "1.2.3",
                  "releases": [
                    {
                      "release": "mesh/multus",
                      "versions": [
                        "1.3.0"
                      ],
                      "parts": [
                        {
                          "kind": "Deployment",
                          "name": "controller",
                          "version": "1.3.0"
                        }
                      ]
                    }
                  ]
                }""");
    }
}
