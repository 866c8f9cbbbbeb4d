// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.Project;
import io.linkerd.multus.images.Service;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JvmFlagsTest {
    @ParameterizedTest
    @EnumSource(Service.class)
    void endRatherThanRunWithoutMemory(Service service) throws IOException {
        var flags = JvmFlags.of(new Project(Path.of(".."), "1.2.3"), service);

        assertThat(flags).contains("-XX:+ExitOnOutOfMemoryError");
        // the command line has no container that it would have to fit into
        assertThat(flags.stream().anyMatch(flag -> flag.startsWith("-Xmx"))).isEqualTo(service != Service.CLI);
        assertThat(flags).as("no comment, no empty line").allMatch(flag -> flag.startsWith("-"));
    }
}
