// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.json;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.strings;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RecurringNamesTest {
    private final RecurringNames names = new RecurringNames();

    private String name(String name) {
        var document = (">" + name + "<").getBytes(StandardCharsets.US_ASCII);
        return names.name(document, 1, 1 + name.length());
    }

    @Test
    void givesEachNameAsItIs() {
        property()
                .forAll(strings().betweenCodePoints(1, 127).ofLengthBetween(0, 100))
                .checkAssert(name -> {
                    assertThat(name(name)).isEqualTo(name);
                    assertThat(name(name)).isEqualTo(name);
                });
    }

    @Test
    void makesANameOnce() {
        assertThat(name("securityContext")).isSameAs(name("securityContext"));
        assertThat(name("a".repeat(64))).isSameAs(name("a".repeat(64)));
        assertThat(name("")).isSameAs(name(""));
    }

    @Test
    void holdsNoLongName() {
        assertThat(name("a".repeat(65))).isNotSameAs(name("a".repeat(65)));
    }

    @Test
    void manyThreadsThatTakeEachOthersPlacesGetWhatTheyAskedFor() throws Exception {
        try (var threads = Executors.newFixedThreadPool(4)) {
            var askers = new ArrayList<Callable<Boolean>>();
            for (int asker = 0; asker < 4; asker++) {
                var begin = asker * 1000;
                askers.add(() -> {
                    boolean right = true;
                    for (int each = 0; each < 50_000; each++) {
                        var name = "name-" + (begin + each % 5000);
                        right &= name(name).equals(name);
                    }
                    return right;
                });
            }
            for (var answer : threads.invokeAll(askers)) {
                assertThat(answer.get()).isTrue();
            }
        }
    }
}
