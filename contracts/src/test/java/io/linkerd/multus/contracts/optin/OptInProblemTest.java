// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.optin;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.optin.OptInProblem.Place;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A typo in the opt-in was passed over in silence. */
class OptInProblemTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "enabled ",
                " enabled",
                "enabled\n",
                "Enabled",
                "true",
                "yes",
                "on",
                "enable",
                "disable",
                "0",
                "1"
            })
    void aValueThatMeansNothingIsOne(String value) {
        for (boolean takesPart : new boolean[] {true, false}) {
            assertThat(OptInProblem.of(Optional.of(value), Optional.empty(), takesPart))
                    .contains(new OptInProblem(Place.ANNOTATION, value));
        }
    }

    /** It had an Event and a warning with each pod, and all was as it was meant. */
    @ParameterizedTest
    @ValueSource(strings = {"Disabled", " disabled", "disabled\n", "false", "False", "no", "NO ", "off"})
    void aClearNoIsOneOnlyWhereItIsNotFollowed(String value) {
        assertThat(OptInProblem.of(Optional.of(value), Optional.empty(), false)).isEmpty();
        assertThat(OptInProblem.of(Optional.empty(), Optional.of(value), false)).isEmpty();
        assertThat(OptInProblem.of(Optional.of(value), Optional.empty(), true))
                .contains(new OptInProblem(Place.ANNOTATION, value));
        assertThat(OptInProblem.of(Optional.empty(), Optional.of(value), true))
                .contains(new OptInProblem(Place.LABEL, value));
    }

    @ParameterizedTest
    @CsvSource({
        // annotation, label, takes part, is one
        "-,        -,        false, false",
        "enabled,  -,        true,  false",
        "disabled, -,        false, false",
        "'',       -,        false, false",
        "-,        enabled,  false, true",
        "'',       enabled,  false, true",
        "-,        true,     false, true",
        "-,        '',       false, false",
        "-,        disabled, false, false",
        // Of an extension's namespace, whose pods take part unasked.
        "-,        disabled, true,  true",
        "-,        enabled,  true,  false",
        "enabled,  disabled, true,  false",
        "disabled, enabled,  false, false",
    })
    void aLabelIsOneWhereItIsMeantOtherwiseThanWhatComesOfIt(
            String annotation, String label, boolean takesPart, boolean problem) {
        assertThat(OptInProblem.of(said(annotation), said(label), takesPart).isPresent())
                .isEqualTo(problem);
    }

    @Test
    void itsWordsShowBlanks() {
        assertThat(new OptInProblem(Place.ANNOTATION, "enabled ").inWords(value -> "<" + value + ">"))
                .isEqualTo("annotation linkerd.io/multus is <enabled >, which is neither enabled nor disabled");
        assertThat(new OptInProblem(Place.LABEL, "enabled").inWords(value -> "<" + value + ">"))
                .isEqualTo("label linkerd.io/multus is <enabled>, and only an annotation of this name counts");
    }

    private static Optional<String> said(String value) {
        return Optional.of(value).filter(text -> !text.equals("-"));
    }
}
