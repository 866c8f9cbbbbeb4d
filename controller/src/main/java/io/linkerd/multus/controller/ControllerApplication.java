// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.controller.settings.InvalidSettings;
import io.micronaut.context.ApplicationContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the process begins. */
public final class ControllerApplication {
    private static final Logger log = LoggerFactory.getLogger(ControllerApplication.class);
    /** The settings are wrong: a restart does not help. */
    private static final int EXIT_INVALID_SETTINGS = 2;

    private ControllerApplication() {}

    /** Reads the environment, starts, and runs until the process is told to end. */
    @SuppressWarnings("SystemExitOutsideMain")
    public static void main(String[] arguments) {
        try {
            var settings = ControllerSettings.read(System.getenv());
            log.atInfo().addKeyValue("settings", settings).log("starting");
            var context = ApplicationContext.builder()
                    .banner(false)
                    .deduceEnvironment(false)
                    .bootstrapEnvironment(false)
                    .environmentPropertySource(false)
                    .singletons(settings)
                    .start();
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(context::close));
        } catch (InvalidSettings e) {
            log.atError()
                    .addKeyValue("problems", e.getMessage())
                    .log("the settings are wrong; mend them and start again");
            System.exit(EXIT_INVALID_SETTINGS);
        }
    }
}
