// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.linkerd.multus.contracts.rules.HouseRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.installer";
    private static final Pattern OURS = Pattern.compile(
            "<dependency>\\s*(?:<!--.*?-->\\s*)?<groupId>io\\.linkerd\\.multus</groupId>\\s*<artifactId>([^<]+)</artifactId>");

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void packagesDependInOneDirectionOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
                .layer("application")
                .definedBy(ROOT)
                .layer("lifecycle")
                .definedBy(ROOT + ".lifecycle")
                .layer("verbs")
                .definedBy(ROOT + ".verbs..")
                .layer("node")
                .definedBy(ROOT + ".node")
                .layer("network")
                .definedBy(ROOT + ".node.network")
                .layer("journal")
                .definedBy(ROOT + ".node.journal")
                .layer("credentials")
                .definedBy(ROOT + ".credentials")
                .layer("platform")
                .definedBy(ROOT + ".platform")
                .layer("kube")
                .definedBy(ROOT + ".kube")
                .layer("health")
                .definedBy(ROOT + ".health")
                .layer("settings")
                .definedBy(ROOT + ".settings")
                .whereLayer("application")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("lifecycle")
                .mayOnlyBeAccessedByLayers("application")
                .whereLayer("verbs")
                .mayOnlyBeAccessedByLayers("application")
                .whereLayer("node")
                .mayOnlyBeAccessedByLayers("lifecycle", "verbs")
                .whereLayer("network")
                .mayOnlyBeAccessedByLayers("node")
                .whereLayer("journal")
                .mayOnlyBeAccessedByLayers("node", "verbs")
                .whereLayer("credentials")
                .mayOnlyBeAccessedByLayers("node", "lifecycle")
                .whereLayer("platform")
                .mayOnlyBeAccessedByLayers("network", "node", "credentials", "lifecycle", "verbs", "application")
                .whereLayer("kube")
                .mayOnlyBeAccessedByLayers("credentials", "platform", "node", "lifecycle", "verbs")
                .whereLayer("health")
                .mayOnlyBeAccessedByLayers("node", "lifecycle")
                .ensureAllClassesAreContainedInArchitecture()
                .check(module());
    }

    /** Classes that are not on the path cannot be used, and cannot be found by a rule about classes either. */
    @Test
    void ofOurModulesOnlyContractsAndServiceAreOnThePath() throws Exception {
        var dependencies = OURS.matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(dependency -> dependency.group(1))
                .collect(Collectors.toSet());

        assertThat(dependencies).containsExactlyInAnyOrder("contracts", "service");
    }

    /** The node is changed by plain Java; only the rooms' own wiring knows the container of beans. */
    @Test
    void theJournalStandsOnJavaAlone() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".node.journal")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".node.journal",
                        "io.linkerd.multus.service.files..",
                        "io.linkerd.multus.contracts..",
                        "java..",
                        "org.jspecify..")
                .check(module());
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
                .haveSimpleName("Recognition")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Files.class)
                .check(module());
    }

    @Test
    void filesAreChangedInOnePlaceOnly() {
        noClasses()
                .should()
                .callMethodWhere(describe("changes the file system", ArchitectureTest::changesFiles))
                .check(module());
    }

    private static boolean changesFiles(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(Files.class)
                && call.getName()
                        .matches("write.*|create.*|delete.*|move|copy|set.*|newOutputStream|newBufferedWriter");
    }
}
