// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses CONTRACTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.linkerd.multus.contracts");

    @Test
    void dependsOnNothingButJavaAndAJsonParser() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.linkerd.multus.contracts..", "java..", "tools.jackson.core..", "org.jspecify..")
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
        ArchRuleDefinition.fields()
                .that()
                .areStatic()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CONTRACTS);
    }
}
