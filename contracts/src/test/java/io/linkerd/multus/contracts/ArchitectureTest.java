// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import io.linkerd.multus.contracts.rules.Purity;
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
                .layer("certificates")
                .definedBy(ROOT + ".certificates")
                .layer("platforms")
                .definedBy(ROOT + ".platforms")
                .layer("admission")
                .definedBy(ROOT + ".admission")
                .layer("admission.pods")
                .definedBy(ROOT + ".admission.pods")
                .layer("plans")
                .definedBy(ROOT + ".plans")
                .layer("events")
                .definedBy(ROOT + ".events")
                .layer("plans.attachments")
                .definedBy(ROOT + ".plans.attachments")
                .layer("plans.bindings")
                .definedBy(ROOT + ".plans.bindings")
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
                .whereLayer("certificates")
                .mayNotAccessAnyLayer()
                .whereLayer("platforms")
                .mayOnlyAccessLayers("json")
                .whereLayer("admission")
                .mayOnlyAccessLayers("json")
                .whereLayer("admission.pods")
                .mayOnlyAccessLayers("root", "admission", "names", "json", "networks", "uids", "optin")
                .whereLayer("plans")
                .mayOnlyAccessLayers("names", "optin")
                .whereLayer("events")
                .mayOnlyAccessLayers("root", "plans", "json")
                .whereLayer("plans.attachments")
                .mayOnlyAccessLayers("root", "plans", "names", "json", "networks", "uids", "cniconfig", "optin")
                .whereLayer("plans.bindings")
                .mayOnlyAccessLayers("plans", "names")
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    @Test
    void dependsOnNothingButJavaAndAParser() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "..", "java..", "com.fasterxml.jackson.core..", "org.jspecify..")
                .check(module());
    }

    @Test
    void readsJsonAtOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".json")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(module());
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.json\\.(JsonTokens|JsonDocument)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("JsonParser")
                .check(module());
    }

    /** But for documents that the caller opened, which are read as they arrive, and certificates, which Java reads from streams alone. */
    @Test
    void opensNothing() {
        Purity.readsNoStream(
                        not(
                                nameMatching(
                                        ".*\\.(json\\.(JsonDocument|JsonTokens|JsonWriter|BoundedInput)|certificates\\.PemBundle)(\\$.*)?")))
                .check(module());
        Purity.opensNothing(alwaysTrue()).check(module());
    }

    @Test
    void looksAtNoClock() {
        Purity.countsNoCalendar(alwaysTrue()).check(module());
        Purity.looksAtNoClock(alwaysTrue()).check(module());
    }
}
