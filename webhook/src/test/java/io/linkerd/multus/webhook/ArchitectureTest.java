// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.kubernetes.client.util.ClientBuilder;
import io.linkerd.multus.contracts.rules.HouseRules;
import java.security.KeyStore;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.webhook";

    ArchitectureTest() {
        super(ROOT);
    }

    /** server → reviews → cluster, and server → certificates; what reviews decide here stands on nothing. */
    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("wiring")
                .definedBy(ROOT)
                .layer("server")
                .definedBy(ROOT + ".server")
                .layer("reviews")
                .definedBy(ROOT + ".reviews")
                .layer("reviews.plan")
                .definedBy(ROOT + ".reviews.plan")
                .layer("certificates")
                .definedBy(ROOT + ".certificates")
                .layer("cluster")
                .definedBy(ROOT + ".cluster")
                .layer("settings")
                .definedBy(ROOT + ".settings")
                .whereLayer("wiring")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("server")
                .mayOnlyBeAccessedByLayers("wiring")
                .whereLayer("reviews")
                .mayOnlyBeAccessedByLayers("wiring", "server")
                .whereLayer("reviews.plan")
                .mayOnlyBeAccessedByLayers("reviews")
                .whereLayer("reviews.plan")
                .mayNotAccessAnyLayer()
                .whereLayer("certificates")
                .mayOnlyBeAccessedByLayers("wiring", "server")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("wiring", "server", "reviews")
                .whereLayer("settings")
                .mayNotAccessAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    @Test
    void reviewsAreFreeOfFrameworksAndClocks() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".reviews")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micronaut.http..", "io.kubernetes..", "io.netty..", "java.time..")
                .check(module());
    }

    @Test
    void onlyOneRoomKnowsTheApiServersClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cluster")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.kubernetes..", "okhttp3..", "okio..")
                .check(module());
    }

    /** These look at what the machine has of a cluster, in files and variables. */
    @Test
    void clientsAreToldWhichClusterInTestsToo() {
        noClasses()
                .should()
                .callMethodWhere(target(owner(type(ClientBuilder.class)))
                        .and(target(nameMatching("standard|cluster|defaultClient"))))
                .check(new ClassFileImporter().importPackages(ROOT));
    }

    @Test
    void onlyIssuerAndPemKnowBouncyCastle() {
        noClasses()
                .that()
                .doNotHaveSimpleName("CertificateIssuer")
                .and()
                .doNotHaveSimpleName("Pem")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.bouncycastle..")
                .check(module());
    }

    /** The images' runtime derives keys for key stores in one round: enough for memory, far too little for a disk. */
    @Test
    void keyStoresStayInMemory() {
        noClasses()
                .should()
                .callMethodWhere(target(name("store")).and(target(owner(type(KeyStore.class)))))
                .check(module());
    }

    @Test
    void theOtherServicesAreStrangers() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.linkerd.multus.installer..", "io.linkerd.multus.controller..")
                .check(module());
    }
}
