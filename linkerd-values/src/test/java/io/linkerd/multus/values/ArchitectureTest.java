// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import io.linkerd.multus.contracts.rules.Purity;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.values";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("values")
                .definedBy(ROOT)
                .layer("linkerdconfig")
                .definedBy(ROOT + ".linkerdconfig")
                .layer("windows")
                .definedBy(ROOT + ".windows")
                .whereLayer("values")
                .mayNotAccessAnyLayer()
                .whereLayer("linkerdconfig")
                .mayOnlyAccessLayers("values", "windows")
                .whereLayer("windows")
                .mayNotAccessAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    @Test
    void dependsOnNothingButContractsJavaAndAParser() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "io.linkerd.multus.contracts",
                        "io.linkerd.multus.contracts.certificates",
                        "io.linkerd.multus.contracts.json",
                        "io.linkerd.multus.contracts.names",
                        "io.linkerd.multus.contracts.uids",
                        "java..",
                        "javax.security.auth.x500..",
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
    void opensNothing() {
        Purity.readsNoStream(alwaysTrue()).check(module());
        Purity.opensNothing(alwaysTrue()).check(module());
    }

    /** Calendars count in windows alone. */
    @Test
    void looksAtNoClock() {
        Purity.countsNoCalendar(not(resideInAPackage(ROOT + ".windows"))).check(module());
        Purity.looksAtNoClock(alwaysTrue()).check(module());
    }
}
