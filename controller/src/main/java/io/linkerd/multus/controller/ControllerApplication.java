// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.linkerd.multus.controller.settings.ControllerSettings;
import io.linkerd.multus.service.health.HealthServer;
import io.linkerd.multus.service.kube.NoProxy;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.ApplicationContextBuilder;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the process begins. */
public final class ControllerApplication {
    private static final Logger log = LoggerFactory.getLogger(ControllerApplication.class);

    /** As in sysexits.h: the configuration is wrong, and trying again does not help. */
    private static final int EXIT_CONFIG = 78;

    private ControllerApplication() {}

    /** Reads the environment, starts, and runs until the process is told to end. */
    public static void main(String[] arguments) {
        NoProxy.inThisProcess();
        try {
            run(System.getenv());
        } catch (InvalidSettings e) {
            e.problems()
                    .forEach(problem ->
                            log.atError().addKeyValue("problem", problem).log("wrong setting"));
            System.exit(EXIT_CONFIG);
        } catch (RuntimeException | Error e) {
            // The health server of a process that will never work would keep it alive.
            log.atError().setCause(e).log("the controller cannot start");
            System.exit(1);
        }
    }

    /** The health server's thread keeps the process alive. */
    private static void run(Map<String, String> environment) throws InvalidSettings {
        var settings = ControllerSettings.read(environment);
        log.atInfo().addKeyValue("settings", settings).log("starting");
        var health = new HealthServer(settings.healthPort());
        var apiServer = new ConfigBuilder().build();
        if (settings.operator().enabled()) {
            var operated = new OperatedController(environment, settings.lease().namespace(), apiServer);
            atTheEnd(operated::close);
            health.report(operated);
            operated.start();
        } else {
            var context = start(settings, apiServer);
            atTheEnd(context::close);
            health.report(context.getBean(Controller.class));
        }
    }

    private static void atTheEnd(Runnable close) {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(close));
    }

    /** {@return everything, put together and started} {@code apiServer} says which one it is, and as whom we go there. */
    static ApplicationContext start(ControllerSettings settings, Config apiServer) {
        return parts(ApplicationContext.builder(), settings, apiServer).start();
    }

    /** {@return the same builder, told of all that the parts are made of} */
    static ApplicationContextBuilder parts(
            ApplicationContextBuilder builder, ControllerSettings settings, Config apiServer) {
        return builder.banner(false)
                .deduceEnvironment(false)
                .bootstrapEnvironment(false)
                .environmentPropertySource(false)
                .singletons(settings, apiServer);
    }
}
