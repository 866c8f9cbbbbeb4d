// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.security.KeyStore;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.linkerd.multus.webhook";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("wiring")
                .definedBy(ROOT)
                .layer("admission")
                .definedBy(ROOT + ".admission")
                .layer("pods")
                .definedBy(ROOT + ".pods")
                .layer("facts")
                .definedBy(ROOT + ".facts")
                .layer("certificates")
                .definedBy(ROOT + ".certificates")
                .layer("health")
                .definedBy(ROOT + ".health")
                .layer("cluster")
                .definedBy(ROOT + ".cluster")
                .whereLayer("wiring")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("admission")
                .mayOnlyBeAccessedByLayers("wiring")
                .whereLayer("certificates")
                .mayOnlyBeAccessedByLayers("wiring")
                .whereLayer("pods")
                .mayOnlyBeAccessedByLayers("wiring", "admission")
                .whereLayer("facts")
                .mayOnlyBeAccessedByLayers("pods")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("certificates", "facts")
                .whereLayer("health")
                .mayOnlyBeAccessedByLayers("wiring", "certificates", "facts")
                .check(CLASSES);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void decisionsAreFreeOfFrameworksAndClocks() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".pods")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micronaut.http..", "io.kubernetes..", "io.netty..", "java.time..")
                .check(CLASSES);
    }

    @Test
    void onlyTheForgeKnowsBouncyCastle() {
        noClasses()
                .that()
                .doNotHaveSimpleName("CertificateForge")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(CLASSES);
    }

    /** The images' runtime derives keys for key stores in one round: enough for memory, far too little for a disk. */
    @Test
    void keyStoresStayInMemory() {
        noClasses()
                .should()
                .callMethodWhere(target(name("store")).and(target(owner(type(KeyStore.class)))))
                .check(CLASSES);
    }

    @Test
    void theOtherServicesAreStrangers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.linkerd.multus.installer..",
                        "io.linkerd.multus.controller..",
                        "io.linkerd.multus.cluster..")
                .check(CLASSES);
    }
}
