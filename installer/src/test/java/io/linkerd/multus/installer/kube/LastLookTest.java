// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.installer.fake.FakeCluster;
import io.linkerd.multus.installer.fake.FakeCluster.Health;
import io.linkerd.multus.installer.fake.FakeNode;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.departure.LastLook;
import io.linkerd.multus.service.departure.Sighting;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastLookTest {
    @TempDir
    private Path root;

    private final FakeCluster cluster = new FakeCluster();
    private LastLook look;

    @BeforeEach
    void begin() throws Exception {
        look = new KubeBeans().lastLook(InstallerSettings.read(new FakeNode(root, cluster).environment()));
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    @Test
    void seesOurDaemonSetStand() {
        assertThat(look())
                .isInstanceOfSatisfying(
                        ApiAnswer.Answered.class,
                        answered -> assertThat(answered.value()).isInstanceOf(Sighting.Present.class));
    }

    /** kubectl delete namespace left every node with the plugin: the pods went first, and looked upgraded. */
    @Test
    void aDaemonSetWhoseNamespaceIsBeingDeletedIsLeaving() {
        cluster.deleteNamespace();

        assertThat(look()).isEqualTo(new ApiAnswer.Answered<>(new Sighting.Leaving("its namespace is being deleted")));
    }

    @Test
    void goesByTheDaemonSetWithoutTheRightToLookAtTheNamespace() {
        cluster.forbidNamespaces();
        assertThat(look()).isInstanceOf(ApiAnswer.Answered.class);

        cluster.deleteDaemonSet();

        assertThat(look()).isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.NotFound()));
    }

    @Test
    void tellsHowItWasRefused() {
        cluster.become(Health.FORBIDDING);
        assertThat(look())
                .isInstanceOfSatisfying(
                        ApiAnswer.Failed.class,
                        failed -> assertThat(failed.why()).isInstanceOf(ApiFailure.Forbidden.class));

        cluster.become(Health.UNAUTHORIZING);
        assertThat(look()).isEqualTo(new ApiAnswer.Failed<>(new ApiFailure.Unauthorized()));
    }

    private ApiAnswer<Sighting> look() {
        return look.look(Duration.ofSeconds(10));
    }
}
