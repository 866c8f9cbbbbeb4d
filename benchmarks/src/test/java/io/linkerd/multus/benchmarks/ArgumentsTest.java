// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private static Arguments read(String line) throws Arguments.Wrong {
        var arguments = new ArrayList<>(List.of("/project", "1.2.3"));
        arguments.addAll(line.isEmpty() ? List.of() : List.of(line.split(" ")));
        return Arguments.read(arguments);
    }

    @Test
    void whatIsNotSaidIsAsUsual() throws Arguments.Wrong {
        var arguments = read("webhook");

        assertThat(arguments.name()).isEqualTo(Name.WEBHOOK);
        assertThat(arguments.rounds()).isEqualTo(3);
        assertThat(arguments.window()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void rotationsAreManyUnlessFewerAreAskedFor() throws Arguments.Wrong {
        assertThat(read("rotations").admissions()).isEqualTo(100_000);
        assertThat(read("rotations --rotations 5").rotations()).isEqualTo(5);
    }

    @Test
    void partsOfTheInstallersCanBeLeftOut() throws Arguments.Wrong {
        var arguments = read("installer --kills 500 --rewrites 0");

        assertThat(arguments.kills()).isEqualTo(500);
        assertThat(arguments.rewrites()).isZero();
        assertThat(arguments.repairs()).isEqualTo(1000);
    }

    @Test
    void optionsAreNumbers() throws Arguments.Wrong {
        var arguments = read("controller --namespaces 10000 --opted-in 300 --seconds 60");

        assertThat(arguments.namespaces()).isEqualTo(10_000);
        assertThat(arguments.optedIn()).isEqualTo(300);
        assertThat(arguments.window()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void multusIsCalledAThousandTimesUnlessMoreIsAskedFor() throws Arguments.Wrong {
        assertThat(read("multus").roundTrips()).isEqualTo(1000);
        assertThat(read("multus --round-trips 10000").roundTrips()).isEqualTo(10_000);
    }

    @Test
    void theCommandLineIsAskedInALargeCluster() throws Arguments.Wrong {
        var arguments = read("cli --rounds 1");

        assertThat(arguments.namespaces()).isEqualTo(3000);
        assertThat(arguments.pods()).isEqualTo(20_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                         | say what
                    mesh                       | mesh
                    multus --namespaces 5      | --namespaces
                    multus --round-trips 0     | 0
                    webhook --namespaces 5     | --namespaces
                    webhook --rounds           | --rounds
                    webhook --rounds 0         | 0
                    webhook --rounds many      | many
                    installer --kills -1       | -1
                    """)
    void whatMeansNothingIsNamed(String line, String named) {
        assertThatExceptionOfType(Arguments.Wrong.class)
                .isThrownBy(() -> read(line))
                .withMessageContaining(named);
    }
}
