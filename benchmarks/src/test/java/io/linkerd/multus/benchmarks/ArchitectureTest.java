// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.linkerd.multus.contracts.rules.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.benchmarks";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void figuresAreMadeWithoutRunningAnything() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".figures")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(ROOT + ".figures", "java..", "org.jspecify..")
                .check(module());
    }

    @Test
    void whatRunsInAnImageKnowsNothingOfTheBench() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".bare")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".figures", ROOT + ".load", "io.linkerd.multus.images..")
                .check(module());
    }
}
