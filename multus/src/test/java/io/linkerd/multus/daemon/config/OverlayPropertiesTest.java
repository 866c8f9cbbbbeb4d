// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.config;

import static io.linkerd.multus.contracts.cases.Cases.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.generators.SourceDSL.longs;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OverlayPropertiesTest {
    private static final List<String> KEYS =
            List.of("binDir", "BinDir", "cniVersion", "a", "A", "\u212aey", "key", "readinessindicatorfile", "");
    private static final List<String> VALUES =
            List.of("1", "null", "\"t\"", "{\"binDir\":\"}\"}", "[ 1, 2 ]", "-1.0E+10", "\"\\u0000\\\"\"", "true");
    private static final List<String> BLANKS = List.of("", " ", "\n  ", "\t");

    @Test
    void theDaemonsValueCountsOfEveryKeyAndTheRequestsOfEveryOther() {
        property().withExamples(5_000).forAll(longs().all()).checkAssert(seed -> {
            var random = new Random(seed);
            var daemon = read(object(random));
            var config = read(object(random));
            boolean auto = random.nextBoolean();

            var laid = Overlay.of(daemon, members(daemon), auto)
                    .onto(config.text())
                    .orElse(reason -> {
                        throw new AssertionError(reason);
                    });

            for (var key : KEYS) {
                var expected = auto && key.equals("readinessindicatorfile")
                        ? List.<String>of()
                        : Stream.concat(last(daemon, key), last(config, key))
                                .limit(1)
                                .toList();
                assertThat(last(laid, key)).as(key).containsExactlyElementsOf(expected);
            }
        });
    }

    /** {@return the value that Go decodes, as it is written} */
    private static Stream<String> last(JsonText json, String key) {
        return members(json).members().reversed().stream()
                .filter(member -> GoText.isKey(member.name(), key))
                .map(member -> json.written(member.value()))
                .limit(1);
    }

    private static String object(Random random) {
        return Stream.generate(() -> BLANKS.get(random.nextInt(BLANKS.size())) + "\""
                        + KEYS.get(random.nextInt(KEYS.size())) + "\":" + VALUES.get(random.nextInt(VALUES.size())))
                .limit(random.nextInt(8))
                .collect(Collectors.joining(",", "{", BLANKS.get(random.nextInt(BLANKS.size())) + "}"));
    }

    private static JsonText read(String text) {
        return JsonText.read(text, DaemonConfig.LIMITS).orElse(reason -> {
            throw new AssertionError(reason);
        });
    }

    private static JsonValue.Members members(JsonText json) {
        return (JsonValue.Members) json.root();
    }
}
