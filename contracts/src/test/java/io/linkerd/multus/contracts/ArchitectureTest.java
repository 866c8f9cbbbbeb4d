// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.contracts";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("root")
                .definedBy(ROOT)
                .layer("names")
                .definedBy(ROOT + ".names")
                .layer("json")
                .definedBy(ROOT + ".json")
                .layer("networks")
                .definedBy(ROOT + ".networks")
                .layer("uids")
                .definedBy(ROOT + ".uids")
                .layer("cniconfig")
                .definedBy(ROOT + ".cniconfig")
                .layer("optin")
                .definedBy(ROOT + ".optin")
                .layer("windows")
                .definedBy(ROOT + ".windows")
                .layer("certificates")
                .definedBy(ROOT + ".certificates")
                .layer("platforms")
                .definedBy(ROOT + ".platforms")
                .layer("admission")
                .definedBy(ROOT + ".admission")
                .layer("admission.pods")
                .definedBy(ROOT + ".admission.pods")
                .layer("admission.attachments")
                .definedBy(ROOT + ".admission.attachments")
                .layer("admission.linkerdconfigs")
                .definedBy(ROOT + ".admission.linkerdconfigs")
                .layer("admission.reach")
                .definedBy(ROOT + ".admission.reach")
                .layer("values")
                .definedBy(ROOT + ".values")
                .layer("linkerdconfig")
                .definedBy(ROOT + ".linkerdconfig")
                .layer("plans")
                .definedBy(ROOT + ".plans")
                .layer("plans.attachments")
                .definedBy(ROOT + ".plans.attachments")
                .layer("plans.bindings")
                .definedBy(ROOT + ".plans.bindings")
                .layer("plans.repair")
                .definedBy(ROOT + ".plans.repair")
                .layer("plans.reach")
                .definedBy(ROOT + ".plans.reach")
                .layer("plans.linkerdconfig")
                .definedBy(ROOT + ".plans.linkerdconfig")
                .layer("plans.outdated")
                .definedBy(ROOT + ".plans.outdated")
                .layer("plans.rollouts")
                .definedBy(ROOT + ".plans.rollouts")
                .whereLayer("root")
                .mayNotAccessAnyLayer()
                .whereLayer("names")
                .mayNotAccessAnyLayer()
                .whereLayer("json")
                .mayOnlyAccessLayers("root")
                .whereLayer("networks")
                .mayOnlyAccessLayers("root", "names", "json")
                .whereLayer("uids")
                .mayOnlyAccessLayers("root", "names")
                .whereLayer("cniconfig")
                .mayOnlyAccessLayers("root", "names", "json")
                .whereLayer("optin")
                .mayOnlyAccessLayers("names")
                .whereLayer("windows")
                .mayOnlyAccessLayers("root")
                .whereLayer("certificates")
                .mayNotAccessAnyLayer()
                .whereLayer("platforms")
                .mayOnlyAccessLayers("json")
                .whereLayer("admission")
                .mayOnlyAccessLayers("json")
                .whereLayer("admission.pods")
                .mayOnlyAccessLayers("root", "admission", "names", "json", "networks", "uids", "optin")
                .whereLayer("admission.attachments")
                .mayOnlyAccessLayers("root", "admission", "names", "json")
                .whereLayer("admission.linkerdconfigs")
                .mayOnlyAccessLayers("admission", "linkerdconfig")
                .whereLayer("admission.reach")
                .mayOnlyAccessLayers("admission", "names", "json")
                .whereLayer("values")
                .mayOnlyAccessLayers("root")
                .whereLayer("linkerdconfig")
                .mayOnlyAccessLayers("root", "names", "json", "uids", "certificates", "values", "windows")
                .whereLayer("plans")
                .mayOnlyAccessLayers("names", "optin")
                .whereLayer("plans.attachments")
                .mayOnlyAccessLayers("root", "plans", "names", "json", "networks", "uids", "cniconfig", "optin")
                .whereLayer("plans.bindings")
                .mayOnlyAccessLayers("plans", "names")
                .whereLayer("plans.repair")
                .mayOnlyAccessLayers("plans", "names", "networks")
                .whereLayer("plans.reach")
                .mayOnlyAccessLayers("plans")
                .whereLayer("plans.linkerdconfig")
                .mayOnlyAccessLayers("root", "plans", "linkerdconfig", "certificates", "values")
                .whereLayer("plans.outdated")
                .mayOnlyAccessLayers("root", "plans", "names", "uids", "certificates")
                .whereLayer("plans.rollouts")
                .mayOnlyAccessLayers("root", "plans", "plans.outdated", "names", "windows", "linkerdconfig")
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    @Test
    void dependsOnNothingButJavaAndTwoParsers() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "java..",
                        "javax.security.auth.x500..",
                        "tools.jackson.core..",
                        "org.yaml.snakeyaml..",
                        "org.jspecify..")
                .check(module());
    }

    @Test
    void readsYamlAtOnePlace() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.values\\.(YamlReader|YamlDialect|BlankTabs)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.yaml.snakeyaml..")
                .check(module());
    }

    @Test
    void readsJsonAtOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".json")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(module());
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.json\\.(JsonWalk|JsonDocument)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("JsonParser")
                .check(module());
    }

    /** But for documents that the caller opened, which are read as they arrive, and certificates, which Java reads from streams alone. */
    @Test
    void opensNothing() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(json\\.(JsonDocument|BoundedInput)|certificates\\.PemBundle)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio", "java.nio.file..", "java.nio.channels..")
                .check(module());
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
                .orShould()
                .accessClassesThat()
                .belongToAnyOf(System.class, Thread.class, Runtime.class, ProcessBuilder.class)
                .check(module());
    }

    /** A length of time and a moment that is handed in are no clocks. Calendars count in windows alone. */
    @Test
    void looksAtNoClock() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".windows", ROOT + ".plans.rollouts")
                .should()
                .dependOnClassesThat(resideInAPackage("java.time..")
                        .and(not(type(Duration.class)))
                        .and(not(type(Instant.class)))
                        .and(not(type(DateTimeException.class))))
                .check(module());
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, InstantSource.class)
                .orShould()
                .callMethodWhere(
                        target(owner(resideInAPackage("java.time.."))).and(target(nameMatching("now|systemDefault"))))
                .check(module());
    }
}
