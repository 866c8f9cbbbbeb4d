// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ROOT = "io.linkerd.multus.installer";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importUrl(InstallerApplication.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation());

    @Test
    void packagesDependInOneDirectionOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("application")
                .definedBy(ROOT)
                .layer("life")
                .definedBy(ROOT + ".life")
                .layer("health")
                .definedBy(ROOT + ".health")
                .layer("node")
                .definedBy(ROOT + ".node")
                .layer("journal")
                .definedBy(ROOT + ".journal")
                .layer("durable")
                .definedBy(ROOT + ".durable")
                .layer("credentials")
                .definedBy(ROOT + ".credentials")
                .layer("kube")
                .definedBy(ROOT + ".kube")
                .layer("platform")
                .definedBy(ROOT + ".platform")
                .layer("settings")
                .definedBy(ROOT + ".settings")
                .layer("retry")
                .definedBy(ROOT + ".retry")
                .whereLayer("application")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("life")
                .mayOnlyBeAccessedByLayers("application")
                .whereLayer("health")
                .mayOnlyBeAccessedByLayers("life", "application")
                .whereLayer("node")
                .mayOnlyBeAccessedByLayers("life")
                .whereLayer("journal")
                .mayOnlyBeAccessedByLayers("node", "life")
                .whereLayer("durable")
                .mayOnlyBeAccessedByLayers("journal", "node", "life")
                .whereLayer("credentials")
                .mayOnlyBeAccessedByLayers("life")
                .whereLayer("kube")
                .mayOnlyBeAccessedByLayers("credentials", "life")
                .whereLayer("platform")
                .mayOnlyBeAccessedByLayers("life")
                .check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theOtherServicesAreNotSeen() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.linkerd.multus.controller..", "io.linkerd.multus.webhook..")
                .check(CLASSES);
    }

    @Test
    void planningAndJournalDoNoInputOrOutput() {
        noClasses()
                .that()
                .haveSimpleName("NodePlan")
                .or()
                .haveSimpleName("PlanDraft")
                .or()
                .haveSimpleName("Journal")
                .or()
                .haveSimpleName("JournalFormat")
                .or()
                .haveSimpleName("DepartureVerdict")
                .or()
                .haveSimpleName("Recognition")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Files.class)
                .check(CLASSES);
    }

    @Test
    void filesAreChangedInOnePlaceOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".durable")
                .and()
                .doNotHaveSimpleName("NodeLock")
                .should()
                .callMethodWhere(ArchitectureTest.changesFiles())
                .check(CLASSES);
    }

    private static com.tngtech.archunit.base.DescribedPredicate<com.tngtech.archunit.core.domain.JavaMethodCall>
            changesFiles() {
        return com.tngtech.archunit.base.DescribedPredicate.describe(
                "changes the file system",
                call -> call.getTargetOwner().isEquivalentTo(Files.class)
                        && call.getName()
                                .matches(
                                        "write.*|create.*|delete.*|move|copy|set.*|newOutputStream|newBufferedWriter"));
    }
}
