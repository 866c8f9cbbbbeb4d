// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.images.Service;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The JVM's heap follows the memory that its container is given. */
class HeapTest {
    /** The program, and the file in which the image has its flags. */
    private static final int JVM_AND_ITS_OWN_FLAGS = 2;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLI")
    void theServicesOwnProgramIsStarted(Service service) {
        assertThat(arguments(service, Map.of()).getLast()).isEqualTo(service.mainClass());
    }

    @ParameterizedTest
    @CsvSource({
        "INSTALLER,'','',-Xmx24576k",
        "CONTROLLER,'','',-Xmx98304k",
        "WEBHOOK,'','',-Xmx65536k",
        "WEBHOOK,1Gi,'',-Xmx262144k",
        "WEBHOOK,1000M,50%,-Xmx488281k",
        "WEBHOOK,268435456,'',-Xmx65536k",
        "WEBHOOK,1000M,96Mi,-Xmx98304k",
        "MULTUS,'','',-Xmx65536k",
        "MULTUS,1Gi,10%,-Xmx104857k"
    })
    void followsTheMemoryLimitOrIsSaid(Service service, String limit, String heap, String option) {
        assertThat(arguments(service, values(service, limit, heap)).getFirst()).isEqualTo(option);
    }

    @Test
    void leavesTheImagesOtherFlagsAsTheyAre() {
        assertThat(command(Service.WEBHOOK, Map.of())).startsWith("/opt/java/bin/java", "@/app/java.options");
    }

    @Test
    void isTheImagesOwnWhereNothingLimitsTheMemory() {
        assertThat(arguments(Service.WEBHOOK, Map.of("webhook.resources.limits", "null")))
                .isEmpty();
    }

    @Test
    void isRefusedWhereAServiceCouldNotRunInIt() {
        assertThatThrownBy(() -> arguments(Service.WEBHOOK, values(Service.WEBHOOK, "100Mi", "")))
                .hasMessageContaining("webhook.heap: 25% of 100Mi is less than the 64 MiB that it takes to run");
    }

    @Test
    void isRefusedWhereTheContainerWouldBeKilledForIt() {
        assertThatThrownBy(() -> arguments(Service.WEBHOOK, values(Service.WEBHOOK, "256Mi", "512Mi")))
                .hasMessageContaining("webhook.heap: 512Mi is more than three quarters of the memory limit 256Mi");
    }

    private static Map<String, String> values(Service service, String limit, String heap) {
        var values = new HashMap<String, String>();
        if (!limit.isEmpty()) {
            values.put(service.module() + ".resources.limits.memory", limit);
        }
        if (!heap.isEmpty()) {
            values.put(service.module() + ".heap", heap);
        }
        return values;
    }

    private static List<String> arguments(Service service, Map<String, String> values) {
        var command = command(service, values);
        return command.isEmpty() ? command : command.subList(JVM_AND_ITS_OWN_FLAGS, command.size());
    }

    private static List<String> command(Service service, Map<String, String> values) {
        var all = new HashMap<>(values);
        all.put(service.module() + ".enabled", "true");
        var container = Chart.render(all)
                .pods()
                .map(pod -> pod.at("/spec/containers/0"))
                .filter(found -> found.path("name").asText().equals(service.module()))
                .findFirst()
                .orElseThrow();
        return Rendering.texts(container.path("command"));
    }
}
