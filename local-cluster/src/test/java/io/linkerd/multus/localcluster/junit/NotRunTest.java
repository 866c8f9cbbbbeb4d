// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class NotRunTest {
    @Test
    void namesClassesAndMethodsWithTheirReasons() {
        assertThat(report(LeftOut.class, HalfLeftOut.class))
                .isEqualToNormalizingNewlines("""
                        NOT RUN, and so neither passed nor failed:
                          %1$sHalfLeftOut.disabled: it is Monday
                          %1$sLeftOut: it takes root
                        """.formatted(NotRunTest.class.getName() + "$"));
    }

    @Test
    void saysNothingWhereEverythingRan() {
        assertThat(report(Complete.class)).isEmpty();
    }

    @Test
    void isFoundByTheBuild() {
        assertThat(ServiceLoader.load(TestExecutionListener.class)).hasAtLeastOneElementOfType(NotRun.class);
    }

    private static String report(Class<?>... tests) {
        var text = new ByteArrayOutputStream();
        var request = LauncherDiscoveryRequestBuilder.request().filters(EngineFilter.includeEngines("junit-jupiter"));
        for (var test : tests) {
            request.selectors(selectClass(test));
        }
        LauncherFactory.create(LauncherConfig.builder()
                        .enableTestExecutionListenerAutoRegistration(false)
                        .addTestExecutionListeners(new NotRun(new PrintStream(text, true, StandardCharsets.UTF_8)))
                        .build())
                .execute(request.build());
        return text.toString(StandardCharsets.UTF_8);
    }

    static class LeftOut {
        @BeforeAll
        static void need() {
            Assumptions.assumeTrue(false, "it takes root");
        }

        @Test
        void anything() {}
    }

    static class HalfLeftOut {
        @Test
        void runs() {}

        @Test
        @Disabled("it is Monday")
        void disabled() {}
    }

    static class Complete {
        @Test
        void runs() {}
    }
}
