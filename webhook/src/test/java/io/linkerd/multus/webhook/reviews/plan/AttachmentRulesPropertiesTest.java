// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.reviews.plan;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static io.linkerd.multus.contracts.cases.Cases.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.admission.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachmentRulesPropertiesTest {
    /** Five reasons, or six warnings, each of a place and a few words. */
    private static final int LONGEST = 2_000;

    @Test
    void everyTextIsJudgedInAFewWords() {
        property()
                .forAll(texts(), texts())
                .checkAssert((name, config) -> assertThat(length(name, config)).isLessThan(LONGEST));
    }

    @Test
    void everyConfigurationIsJudgedInAFewWords() {
        property()
                .withExamples(20_000)
                .forAll(Configs.any())
                .checkAssert(config -> assertThat(length("lan", config)).isLessThan(LONGEST));
    }

    /** A plugin, and the same plugin alone in a list, have the same fate, for as long as no key is doubled or misspelt. */
    @Test
    void aPluginIsAsGoodAloneAsInAList() {
        property().forAll(Configs.plugins()).checkAssert(plugin -> {
            var alone = judged("lan", plugin);
            var listed = judged("lan", "{\"plugins\":[" + plugin + "]}");
            assertThat(listed).hasSameClassAs(alone);
        });
    }

    @Test
    void whatIsAdmittedWhenItIsNewMayBeChangedTo() {
        property().forAll(Configs.any(), Configs.any()).checkAssert((before, after) -> {
            if (!before.equals(after)) {
                assertThat(AttachmentRules.onChange(new Attachment("lan", before), new Attachment("lan", after)))
                        .isEqualTo(judged("lan", after));
            }
        });
    }

    private static int length(String name, String config) {
        return words(judged(name, config)).stream().mapToInt(String::length).sum();
    }

    private static List<String> words(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Admit admit -> admit.warnings();
            case Verdict.Refuse refuse -> List.of(refuse.reason());
            case Verdict.Unchecked _, Verdict.TryAgain _, Verdict.Fail _ -> throw new AssertionError(verdict);
        };
    }

    private static Verdict judged(String name, String config) {
        return AttachmentRules.onNew(new Attachment(name, config));
    }
}
