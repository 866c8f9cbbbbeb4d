// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.service";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void standsOnContractsJavaAndALogger() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "io.linkerd.multus.contracts..",
                        "java..",
                        "javax.net.ssl..",
                        "org.slf4j..",
                        "ch.qos.logback..",
                        "org.jspecify..")
                .check(module());
    }

    @Test
    void filesAreChangedInOneRoomOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".files")
                .should()
                .callMethodWhere(describe(
                        "changes the file system",
                        call -> call.getTargetOwner().isEquivalentTo(Files.class)
                                && call.getName().matches("write.*|create.*|delete.*|move|copy|set.*|newOutputStream")))
                .check(module());
    }

    @Test
    void eachTransportAloneKnowsWhatCarriesItsCalls() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.UrlTransport(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("HttpsURLConnection")
                .check(module());
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(Kept)?HttpClientTransport(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .check(module());
    }

    @Test
    void roomsUseNoOtherButThoseNamedHere() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("clocks")
                .definedBy(ROOT + ".clocks")
                .layer("departure")
                .definedBy(ROOT + ".departure")
                .layer("files")
                .definedBy(ROOT + ".files")
                .layer("health")
                .definedBy(ROOT + ".health")
                .layer("kube")
                .definedBy(ROOT + ".kube")
                .layer("logging")
                .definedBy(ROOT + ".logging")
                .layer("memory")
                .definedBy(ROOT + ".memory")
                .layer("retry")
                .definedBy(ROOT + ".retry")
                .layer("settings")
                .definedBy(ROOT + ".settings")
                .layer("version")
                .definedBy(ROOT + ".version")
                .whereLayer("clocks")
                .mayOnlyBeAccessedByLayers("files", "kube", "departure")
                .whereLayer("departure")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("files")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("health")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("kube")
                .mayOnlyBeAccessedByLayers("departure")
                .whereLayer("logging")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("memory")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("retry")
                .mayOnlyBeAccessedByLayers("kube", "departure")
                .whereLayer("settings")
                .mayOnlyBeAccessedByLayers("logging", "health")
                .whereLayer("version")
                .mayNotBeAccessedByAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }
}
