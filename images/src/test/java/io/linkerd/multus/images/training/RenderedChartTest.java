// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenderedChartTest {
    /** Each is trained with what the chart tells it. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLI")
    void hasEveryService(Service service) throws IOException {
        var chart = RenderedChart.of(new Project(Path.of(".."), "1.2.3"));

        assertThat(chart.environment(service, Map.of())).containsKey("LINKERD_MULTUS_NAMESPACE");
    }

    /** Services are trained anew when it is another one. */
    @Test
    void isTheSameWhereNothingHasChanged() throws IOException {
        var project = new Project(Path.of(".."), "1.2.3");

        assertThat(RenderedChart.of(project).manifest())
                .contains("kind: DaemonSet")
                .isEqualTo(RenderedChart.of(project).manifest());
        assertThat(RenderedChart.of(project).kinds())
                .contains("kind: LinkerdConfig\n")
                .isEqualTo(RenderedChart.of(project).kinds());
    }
}
