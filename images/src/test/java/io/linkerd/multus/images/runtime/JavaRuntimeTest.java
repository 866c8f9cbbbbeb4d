// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.OwnCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaRuntimeTest {
    private static final String RUNTIME = "io/linkerd/multus/images/runtime/JavaRuntime.class";
    private static final String WORKLOAD = "io/linkerd/multus/webhook/training/WebhookWorkload.class";

    @TempDir
    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        write(RUNTIME, "before");
        write(WORKLOAD, "before");
    }

    @Test
    void isTheSameAfterAnEditOfAWorkload() throws IOException {
        var before = identity();

        write(WORKLOAD, "after");

        assertThat(identity()).isEqualTo(before);
    }

    @Test
    void isAnotherAfterAnEditOfHowItIsMade() throws IOException {
        var before = identity();

        write(RUNTIME, "after");

        assertThat(identity()).isNotEqualTo(before);
    }

    private String identity() throws IOException {
        return JavaRuntime.identity(new OwnCode(classes));
    }

    private void write(String name, String content) throws IOException {
        var file = classes.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
