// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String BASE = "io.linkerd.multus.controller";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.linkerd.multus");

    @Test
    void knowsNoOtherService() {
        classes()
                .that()
                .resideInAPackage(BASE + "..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("io.linkerd.multus..")
                        .or(resideInAPackage(BASE + ".."))
                        .or(resideInAPackage("io.linkerd.multus.contracts..")))
                .check(CLASSES);
    }

    @Test
    void packagesDependInOneDirection() {
        slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(CLASSES);
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(BASE + "..")
                .layer("root")
                .definedBy(BASE)
                .layer("attachments")
                .definedBy(BASE + ".attachments")
                .layer("scc")
                .definedBy(BASE + ".scc")
                .layer("leadership")
                .definedBy(BASE + ".leadership")
                .layer("health")
                .definedBy(BASE + ".health")
                .layer("concerns")
                .definedBy(BASE + ".concerns")
                .layer("below")
                .definedBy(
                        BASE + ".api",
                        BASE + ".work",
                        BASE + ".settings",
                        BASE + ".notices",
                        BASE + ".ownership",
                        BASE + ".namespaces")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("attachments")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("scc")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("leadership")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("health")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("concerns")
                .mayOnlyBeAccessedByLayers("root", "attachments", "scc")
                .whereLayer("below")
                .mayOnlyBeAccessedByLayers("root", "attachments", "scc", "leadership", "concerns")
                .check(CLASSES);
    }

    @Test
    void plansHaveNoEffects() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Plan")
                .or()
                .haveSimpleName("LeaseMove")
                .should()
                .dependOnClassesThat(resideInAPackage("io.fabric8.kubernetes.client..")
                        .or(resideInAPackage("io.micronaut.."))
                        .or(resideInAPackage("java.util.concurrent..")))
                .check(CLASSES);
    }
}
