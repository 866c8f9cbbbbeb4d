// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.uids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SccRulesTest {
    private static final SccRunAsUser ANY =
            new SccRunAsUser(SccRunAsUser.RUN_AS_ANY, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** As OpenShift's own manifests have them. */
    @ParameterizedTest(name = "{0}: {1}, RuntimeDefault {2}")
    @CsvSource({
        "restricted,          MustRunAsRange,   false",
        "restricted-v2,       MustRunAsRange,   true",
        "restricted-v3,       MustRunAsRange,   true",
        "nested-container,    MustRunAsRange,   true",
        "nonroot,             MustRunAsNonRoot, false",
        "nonroot-v2,          MustRunAsNonRoot, true",
        "anyuid,              RunAsAny,         false",
        "privileged,          RunAsAny,         true",
        "hostaccess,          MustRunAsRange,   false",
        "hostnetwork,         MustRunAsRange,   false",
        "hostnetwork-v2,      MustRunAsRange,   true",
        "hostmount-anyuid,    RunAsAny,         false",
        "hostmount-anyuid-v2, RunAsAny,         false"
    })
    void knowsThoseOfOpenShift(String name, String runAsUser, boolean admitsLinkerd) {
        var rules = SccRules.ofDefault(name).orElseThrow();

        assertThat(rules.runAsUser().type()).isEqualTo(runAsUser);
        assertThat(rules.admitsLinkerd()).isEqualTo(admitsLinkerd);
    }

    @Test
    void doesNotKnowThoseOfOthers() {
        assertThat(SccRules.ofDefault("restricted-v4")).isEmpty();
    }

    @ParameterizedTest(name = "[{0}]: {1}")
    @CsvSource({
        "'',                            false",
        "unconfined,                    false",
        "localhost/strict.json,         false",
        "runtime/default,               true",
        "docker/default,                true",
        "*,                             true",
        "unconfined;runtime/default,    true",
        "unconfined;localhost/*,        false"
    })
    void readsWhetherOthersLetLinkerdsProfileIn(String profiles, boolean admitsLinkerd) {
        var all = profiles.isEmpty() ? List.<String>of() : List.of(profiles.split(";"));

        assertThat(SccRules.of(ANY, all)).isEqualTo(new SccRules(ANY, admitsLinkerd));
    }
}
