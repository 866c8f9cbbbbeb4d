// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import io.linkerd.multus.contracts.rules.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
    private static final String ROOT = "io.linkerd.multus.daemon";

    ArchitectureTest() {
        super(ROOT);
    }

    @Test
    void standsOnContractsServiceNettyAndJava() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "..",
                        "io.linkerd.multus.contracts..",
                        "io.linkerd.multus.service..",
                        "io.netty..",
                        "com.google.protobuf..",
                        "java..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(module());
    }
}
