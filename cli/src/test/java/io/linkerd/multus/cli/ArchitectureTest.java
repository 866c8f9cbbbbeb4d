// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import io.linkerd.multus.contracts.rules.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.cli";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void standsOnContractsAndLinkerdsValues() {
        classes()
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("io.linkerd.multus.."))
                        .or(resideInAPackage(ROOT + ".."))
                        .or(resideInAPackage("io.linkerd.multus.contracts.."))
                        .or(resideInAPackage("io.linkerd.multus.values..")))
                .check(module());
    }

    @Test
    void whatIsSeenIsJudgedBelowTheCommands() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("root")
                .definedBy(ROOT)
                .layer("commands")
                .definedBy(ROOT + ".commands")
                .layer("checks")
                .definedBy(ROOT + ".checks")
                .layer("chain")
                .definedBy(ROOT + ".chain")
                .layer("manifests")
                .definedBy(ROOT + ".manifests")
                .layer("bundle")
                .definedBy(ROOT + ".bundle")
                .layer("explain")
                .definedBy(ROOT + ".explain")
                .layer("plan")
                .definedBy(ROOT + ".plan")
                .layer("facts")
                .definedBy(ROOT + ".facts")
                .layer("cluster")
                .definedBy(ROOT + ".cluster")
                .layer("output")
                .definedBy(ROOT + ".output")
                .layer("rendering")
                .definedBy(ROOT + ".rendering")
                .layer("product")
                .definedBy(ROOT + ".product")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("commands")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("checks")
                .mayOnlyBeAccessedByLayers("commands", "rendering")
                .whereLayer("checks")
                .mayOnlyAccessLayers("chain", "facts")
                .whereLayer("manifests")
                .mayOnlyBeAccessedByLayers("commands")
                .whereLayer("manifests")
                .mayNotAccessAnyLayer()
                .whereLayer("bundle")
                .mayOnlyBeAccessedByLayers("commands")
                .whereLayer("bundle")
                .mayOnlyAccessLayers("cluster")
                .whereLayer("explain")
                .mayOnlyBeAccessedByLayers("commands")
                .whereLayer("explain")
                .mayOnlyAccessLayers("facts", "cluster", "output")
                .whereLayer("plan")
                .mayOnlyBeAccessedByLayers("commands")
                .whereLayer("plan")
                .mayOnlyAccessLayers("facts", "cluster", "output")
                .whereLayer("chain")
                .mayOnlyBeAccessedByLayers("commands", "checks")
                .whereLayer("chain")
                .mayOnlyAccessLayers("facts")
                .whereLayer("rendering")
                .mayOnlyBeAccessedByLayers("commands")
                .whereLayer("rendering")
                .mayOnlyAccessLayers("checks", "output", "product")
                .whereLayer("product")
                .mayOnlyBeAccessedByLayers("commands", "rendering")
                .whereLayer("product")
                .mayNotAccessAnyLayer()
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("commands", "bundle", "explain", "plan")
                .whereLayer("cluster")
                .mayOnlyAccessLayers("facts")
                .whereLayer("facts")
                .mayNotAccessAnyLayer()
                .whereLayer("output")
                .mayOnlyBeAccessedByLayers("commands", "explain", "plan", "rendering")
                .whereLayer("output")
                .mayNotAccessAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }
}
