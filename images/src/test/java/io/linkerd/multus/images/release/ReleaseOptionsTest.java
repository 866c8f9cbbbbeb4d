// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.images.release.ReleaseOptions.Asked;
import io.linkerd.multus.images.release.ReleaseOptions.Wrong;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseOptionsTest {
    private static final String DIGEST = "sha256:" + "0a".repeat(32);
    private static final String BASE = "registry.example.com/base@" + DIGEST;

    @Test
    void readsWhatIsAskedFor() {
        var parsed = ReleaseOptions.parse(List.of(
                "0.1.0", "--registry", "127.0.0.1:5000/mesh", "--base", BASE, "--images-only", "--cni-plugin", DIGEST));

        assertThat(parsed).isInstanceOf(Asked.class);
        var options = ((Asked) parsed).options();
        assertThat(options.version()).isEqualTo("0.1.0");
        assertThat(options.host()).isEqualTo("127.0.0.1:5000");
        assertThat(options.repository("webhook")).isEqualTo("127.0.0.1:5000/mesh/linkerd-multus/webhook");
        assertThat(options.base()).isEqualTo(BASE);
        assertThat(options.has(ReleaseOptions.IMAGES_ONLY)).isTrue();
        assertThat(options.has(ReleaseOptions.DIRTY)).isFalse();
        assertThat(options.value(ReleaseOptions.CNI_PLUGIN)).contains(DIGEST);
    }

    @Test
    void tellsAllThatIsWrongAtOnce() {
        assertThat(problems(
                        "1",
                        "2",
                        "--registry",
                        "mesh",
                        "--base",
                        "ubi:9",
                        "--sign",
                        "me",
                        "--with",
                        "/nowhere",
                        "-x",
                        "--output"))
                .hasSize(7)
                .anySatisfy(problem -> assertThat(problem).contains("one VERSION"))
                .anySatisfy(problem -> assertThat(problem).contains("--registry HOST/PATH"))
                .anySatisfy(problem -> assertThat(problem).contains("by its digest"))
                .anySatisfy(problem -> assertThat(problem).contains("--sign and --keyring"))
                .contains("cannot read /nowhere", "unknown option -x", "--output needs a value");
    }

    @Test
    void refusesABaseThatMayBeAnotherOneTomorrow() {
        assertThat(problems("0.1.0", "--registry", "127.0.0.1/mesh", "--base", "ubi9/ubi-micro:9.6"))
                .singleElement()
                .asString()
                .contains("ubi9/ubi-micro:9.6");
    }

    /** krew fetches from there, and runs what it gets. */
    @Test
    void refusesAnAddressWithoutTls() {
        assertThat(problems(
                        "0.1.0",
                        "--registry",
                        "127.0.0.1:5000/mesh",
                        "--base",
                        "scratch",
                        "--downloads",
                        "http://example.com"))
                .singleElement()
                .asString()
                .contains("--downloads");
    }

    @Test
    void refusesTwoRegistries() {
        assertThat(problems(
                        "0.1.0", "--registry", "localhost/mesh", "--registry", "127.0.0.1/mesh", "--base", "scratch"))
                .containsExactly("--registry is given twice");
    }

    @Test
    void needsAScanWhereOtherMachinesReachTheRegistry() {
        for (var registry : List.of("registry.example.com/mesh", "10.0.0.1:5000/mesh", "localhost.example.com/mesh")) {
            assertThat(problems("0.1.0", "--registry", registry, "--base", "scratch"))
                    .as(registry)
                    .singleElement()
                    .asString()
                    .startsWith("--scan FILE is needed");
        }
        assertThat(problems("0.1.0", "--registry", "example.com/mesh", "--base", "scratch", "--scan", "/nowhere"))
                .containsExactly("cannot read /nowhere");
    }

    private static List<String> problems(String... arguments) {
        return switch (ReleaseOptions.parse(List.of(arguments))) {
            case Wrong(var problems) -> problems;
            case Asked asked -> throw new AssertionError("nothing is wrong with " + asked);
        };
    }
}
