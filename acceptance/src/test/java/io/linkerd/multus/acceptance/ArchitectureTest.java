// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.linkerd.multus.contracts.rules.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.acceptance";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void theMeshIsThereWithoutTheDemo() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".mesh")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + ".demo")
                .check(module());
    }

    /** It is met as anybody meets it: by its images, its chart and its objects. */
    @Test
    void theProductIsMetFromOutside() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.linkerd.multus..")
                        .and(not(resideInAnyPackage(
                                ROOT + "..", "io.linkerd.multus.images", "io.linkerd.multus.localcluster.."))))
                .check(module());
    }
}
