// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final String ROOT = "io.linkerd.multus.contracts";
    private static final JavaClasses CONTRACTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void packagesPointOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
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
                .check(CONTRACTS);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CONTRACTS);
    }

    @Test
    void dependsOnNothingButJavaAndAJsonParser() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "..", "java..", "tools.jackson.core..", "org.jspecify..")
                .check(CONTRACTS);
    }

    @Test
    void readsJsonAtOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".json")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(CONTRACTS);
        noClasses()
                .that()
                .doNotHaveSimpleName("JsonWalk")
                .should()
                .dependOnClassesThat()
                .haveSimpleName("JsonParser")
                .check(CONTRACTS);
    }

    @Test
    void doesNoInputOrOutputAndLooksAtNoClock() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.time..", "java.util.concurrent..")
                .orShould()
                .accessClassesThat()
                .belongToAnyOf(System.class, Thread.class, Runtime.class, ProcessBuilder.class)
                .check(CONTRACTS);
    }

    @Test
    void keepsNoState() {
        fields().that().areStatic().should().haveModifier(JavaModifier.FINAL).check(CONTRACTS);
    }

    @Test
    void hasNoTypeOfMoreThanTwoHundredLines() throws IOException {
        try (var sources = Files.walk(Path.of("src/main/java"))) {
            for (var source : sources.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readAllLines(source)).as(source.toString()).hasSizeLessThanOrEqualTo(200);
            }
        }
    }
}
