// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.daemon";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void standsOnContractsServiceNettyAndJava() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "io.linkerd.multus.contracts..",
                        "io.linkerd.multus.service..",
                        "io.netty..",
                        "com.google.protobuf..",
                        "java..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(module());
    }

    /**
     * The layers are listed from top to bottom, and an arrow points to one further down. The root puts the daemon together and lifecycle
     * starts it. Devices and sandboxes are below them: they implement what commands ask kubelet and the kernel. A command stands on the
     * server's words for a request, and on what decides and runs networks, which know neither the server nor the API server.
     */
    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("root")
                .definedBy(ROOT)
                .layer("lifecycle")
                .definedBy(ROOT + ".lifecycle")
                .layer("cluster")
                .definedBy(ROOT + ".cluster")
                .layer("generated")
                .definedBy(ROOT + ".generated")
                .layer("programs")
                .definedBy(ROOT + ".programs")
                .layer("spool")
                .definedBy(ROOT + ".spool")
                .layer("devices")
                .definedBy(ROOT + ".devices")
                .layer("sandboxes")
                .definedBy(ROOT + ".sandboxes")
                .layer("commands")
                .definedBy(ROOT + ".commands")
                .layer("server")
                .definedBy(ROOT + ".server")
                .layer("caches")
                .definedBy(ROOT + ".caches")
                .layer("delegates")
                .definedBy(ROOT + ".delegates")
                .layer("status")
                .definedBy(ROOT + ".status")
                .layer("networks")
                .definedBy(ROOT + ".networks")
                .layer("config")
                .definedBy(ROOT + ".config")
                .layer("requests")
                .definedBy(ROOT + ".requests")
                .layer("routes")
                .definedBy(ROOT + ".routes")
                .layer("results")
                .definedBy(ROOT + ".results")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("lifecycle")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("generated")
                .mayOnlyBeAccessedByLayers("root", "lifecycle")
                .whereLayer("programs")
                .mayOnlyBeAccessedByLayers("root", "lifecycle")
                .whereLayer("spool")
                .mayOnlyBeAccessedByLayers("root", "lifecycle")
                .whereLayer("devices")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("sandboxes")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("commands")
                .mayOnlyBeAccessedByLayers("root", "devices", "sandboxes")
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("root", "lifecycle", "spool", "commands")
                .whereLayer("caches")
                .mayOnlyBeAccessedByLayers("root", "commands")
                .whereLayer("delegates")
                .mayOnlyBeAccessedByLayers("root", "programs", "commands")
                .whereLayer("status")
                .mayOnlyBeAccessedByLayers("root", "cluster", "generated", "commands")
                .whereLayer("networks")
                .mayOnlyBeAccessedByLayers("root", "cluster", "devices", "commands", "delegates", "status")
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("root", "lifecycle", "generated", "commands")
                .whereLayer("requests")
                .mayOnlyBeAccessedByLayers("spool", "commands", "server", "caches", "delegates")
                .whereLayer("routes")
                .mayOnlyBeAccessedByLayers("sandboxes", "commands", "caches", "networks")
                .whereLayer("results")
                .mayOnlyBeAccessedByLayers("sandboxes", "cluster", "commands", "caches", "status", "networks", "routes")
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }
}
