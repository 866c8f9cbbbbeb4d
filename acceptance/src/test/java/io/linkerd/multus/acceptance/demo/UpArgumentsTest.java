// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.linkerd.multus.localcluster.LocalClusterSettings;
import io.linkerd.multus.localcluster.plan.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UpArgumentsTest {
    @Test
    void isAnOpenShiftWithTwoNodesByDefault() throws UpArguments.Wrong {
        assertThat(UpArguments.read(List.of()).cluster())
                .isEqualTo(new LocalClusterSettings("demo", Profile.OPENSHIFT, 2));
    }

    @Test
    void takesWhatIsSaid() throws UpArguments.Wrong {
        var arguments = UpArguments.read(List.of(
                "--name", "two", "--profile", "plain", "--nodes", "3", "--image", "/a.tar", "--image", "/b.tar"));
        assertThat(arguments.cluster()).isEqualTo(new LocalClusterSettings("two", Profile.PLAIN, 3));
        assertThat(arguments.images()).hasToString("[/a.tar, /b.tar]");
        assertThat(arguments.measured()).isFalse();
        assertThat(UpArguments.read(List.of("--measure")).measured()).isTrue();
        assertThat(UpArguments.read(List.of("--olm")).cluster())
                .isEqualTo(new LocalClusterSettings("demo", Profile.OPENSHIFT, 2).withOlm());
        assertThat(UpArguments.read(List.of("--without-multus", "--profile", "plain"))
                        .cluster()
                        .profile())
                .isEqualTo(Profile.PLAIN_WITHOUT_MULTUS);
    }

    @ParameterizedTest
    @CsvSource({
        "--profile plain,PLAIN",
        "--profile plain --multus upstream,PLAIN",
        "--multus ours --profile plain,PLAIN_WITH_OUR_MULTUS",
        "--multus upstream,OPENSHIFT",
    })
    void takesUpstreamsMultusUnlessOursIsSaid(String arguments, Profile profile) throws UpArguments.Wrong {
        assertThat(UpArguments.read(List.of(arguments.split(" "))).cluster().profile())
                .isEqualTo(profile);
    }

    /** What {@code demo} says to go on with after a failure brings the same cluster up. */
    @ParameterizedTest
    @EnumSource
    void readsTheArgumentsOfEveryProfile(Profile profile) throws UpArguments.Wrong {
        assertThat(UpArguments.read(List.of(profile.arguments().split(" ")))
                        .cluster()
                        .profile())
                .isEqualTo(profile);
    }

    @ParameterizedTest
    @CsvSource({
        "--nodes 4,1 to 3 nodes",
        "--nodes many,needs a number",
        "--nodes,needs a value",
        "--profile vanilla,there is no profile vanilla",
        "--without-multus,there is no OpenShift without Multus",
        "--multus theirs,there is no Multus theirs; there are ours and upstream",
        "--multus,needs a value",
        "--multus ours,OpenShift has a Multus of its own",
        "--profile plain --multus ours --without-multus,either without Multus or with ours",
        "--olm --profile plain,a part of the profile openshift",
        "--name Shop,lower case",
        "--name -,lower case",
        "--frob,does not know --frob",
    })
    void saysWhatIsWrong(String arguments, String reason) {
        assertThatExceptionOfType(UpArguments.Wrong.class)
                .isThrownBy(() -> UpArguments.read(List.of(arguments.split(" "))))
                .withMessageContaining(reason);
    }
}
