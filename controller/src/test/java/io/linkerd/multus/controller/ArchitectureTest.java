// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import io.linkerd.multus.contracts.rules.HouseRules;
import io.linkerd.multus.controller.engine.api.ObjectWrites;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.controller";

    /** The client's methods that change what the API server has. */
    private static final Set<String> WRITES = Set.of(
            "create",
            "createOr",
            "createOrReplace",
            "update",
            "updateStatus",
            "replace",
            "replaceStatus",
            "patch",
            "patchStatus",
            "edit",
            "editStatus",
            "serverSideApply",
            "delete",
            "deleteByTimeout",
            "evict",
            "scale",
            "rolling",
            "raw");

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void knowsNoOtherService() {
        classes()
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("io.linkerd.multus.."))
                        .or(resideInAPackage(ROOT + ".."))
                        .or(resideInAPackage("io.linkerd.multus.service.."))
                        .or(resideInAPackage("io.linkerd.multus.contracts.."))
                        .or(resideInAPackage("io.linkerd.multus.values..")))
                .check(module());
    }

    /**
     * Every duty stands on the engine, and on the one watch of pods that serves all; no duty knows another one, but that rollouts follow
     * LinkerdConfigs, and the engine knows none.
     */
    @Test
    void dutiesStandOnTheEngine() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("root")
                .definedBy(ROOT)
                .layer("attachments")
                .definedBy(ROOT + ".attachments")
                .layer("scc")
                .definedBy(ROOT + ".scc")
                .layer("repair")
                .definedBy(ROOT + ".repair")
                .layer("reach")
                .definedBy(ROOT + ".reach")
                .layer("unread")
                .definedBy(ROOT + ".unread")
                .layer("linkerdconfig")
                .definedBy(ROOT + ".linkerdconfig")
                .layer("rollouts")
                .definedBy(ROOT + ".rollouts")
                .layer("workloads")
                .definedBy(ROOT + ".workloads")
                .layer("pods")
                .definedBy(ROOT + ".pods")
                .layer("pods.plan")
                .definedBy(ROOT + ".pods.plan")
                .layer("repair.plan")
                .definedBy(ROOT + ".repair.plan")
                .layer("reach.plan")
                .definedBy(ROOT + ".reach.plan")
                .layer("linkerdconfig.plan")
                .definedBy(ROOT + ".linkerdconfig.plan")
                .layer("rollouts.plan")
                .definedBy(ROOT + ".rollouts.plan")
                .layer("workloads.plan")
                .definedBy(ROOT + ".workloads.plan")
                .layer("operator")
                .definedBy(ROOT + ".operator")
                .layer("operand")
                .definedBy(ROOT + ".operand")
                .layer("engine")
                .definedBy(ROOT + ".engine..")
                .layer("settings")
                .definedBy(ROOT + ".settings")
                .layer("probe")
                .definedBy(ROOT + ".probe")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("attachments")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("scc")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("repair")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("reach")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("unread")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("linkerdconfig")
                .mayOnlyBeAccessedByLayers("root", "rollouts", "workloads")
                .whereLayer("rollouts")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("workloads")
                .mayOnlyBeAccessedByLayers("root", "rollouts")
                .whereLayer("pods")
                .mayOnlyBeAccessedByLayers("root", "engine", "attachments", "repair", "workloads")
                .whereLayer("pods.plan")
                .mayOnlyBeAccessedByLayers(
                        "pods",
                        "engine",
                        "attachments",
                        "repair",
                        "repair.plan",
                        "workloads",
                        "workloads.plan",
                        "rollouts",
                        "rollouts.plan")
                .whereLayer("repair.plan")
                .mayOnlyBeAccessedByLayers("repair")
                .whereLayer("reach.plan")
                .mayOnlyBeAccessedByLayers("root", "reach", "operator")
                .whereLayer("linkerdconfig.plan")
                .mayOnlyBeAccessedByLayers("linkerdconfig", "rollouts", "workloads")
                .whereLayer("rollouts.plan")
                .mayOnlyBeAccessedByLayers("rollouts", "workloads")
                .whereLayer("workloads.plan")
                .mayOnlyBeAccessedByLayers("workloads", "rollouts.plan", "pods")
                .whereLayer("operator")
                .mayOnlyBeAccessedByLayers("root")
                .whereLayer("operand")
                .mayOnlyBeAccessedByLayers("operator")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers(
                        "root",
                        "attachments",
                        "scc",
                        "pods",
                        "repair",
                        "reach",
                        "unread",
                        "linkerdconfig",
                        "rollouts",
                        "workloads",
                        "operator")
                .whereLayer("settings")
                .mayNotAccessAnyLayer()
                .whereLayer("probe")
                .mayNotAccessAnyLayer()
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    @Test
    void theEnginesPartsStandOnEachOtherInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + ".engine..")
                .layer("engine")
                .definedBy(ROOT + ".engine")
                .layer("leadership")
                .definedBy(ROOT + ".engine.leadership")
                .layer("ownership")
                .definedBy(ROOT + ".engine.ownership")
                .layer("reconcile")
                .definedBy(ROOT + ".engine.reconcile")
                .layer("notices")
                .definedBy(ROOT + ".engine.notices")
                .layer("watch")
                .definedBy(ROOT + ".engine.watch")
                .layer("api")
                .definedBy(ROOT + ".engine.api")
                .whereLayer("engine")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("leadership")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("reconcile")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("notices")
                .mayOnlyBeAccessedByLayers("engine")
                .whereLayer("ownership")
                .mayOnlyBeAccessedByLayers("engine", "leadership")
                .whereLayer("watch")
                .mayOnlyBeAccessedByLayers("engine", "ownership")
                .whereLayer("api")
                .mayNotAccessAnyLayer()
                .ensureAllClassesAreContainedInArchitectureIgnoring(not(resideInAPackage(ROOT + ".engine..")))
                .check(module());
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
                .check(module());
    }

    /** One place knows that we lead, how long a request may take, and what is written over. */
    @Test
    void whateverIsWrittenGoesThroughObjectWrites() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(ObjectWrites.class)
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "it writes by the client",
                        call -> call.getTargetOwner().getPackageName().startsWith("io.fabric8.kubernetes.client")
                                && WRITES.contains(call.getName())))
                .check(module());
    }
}
