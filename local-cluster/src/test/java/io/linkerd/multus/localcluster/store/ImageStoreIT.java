// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ImageStoreIT {
    /** The second of two clusters that started at once on a new machine ended the first one's container runtime. */
    @Test
    void twoThatNeedTheSameImagesUnpackThemOnce() throws Exception {
        var toolbox = LocalClusterExtension.toolbox();
        var pause = new BaseImages(toolbox).tars().subList(0, 1);
        // On the cache's own file system, as a node's folder is.
        var folder = Files.createTempDirectory(toolbox.cache().path(), "image-store-");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var store = new ImageStore(new Cache(folder), toolbox.supervise());
            Callable<Path> prepare = () -> store.prepare(pause);

            var prepared = threads.invokeAll(List.of(prepare, prepare)).stream()
                    .map(Future::resultNow)
                    .distinct()
                    .toList();

            assertThat(prepared)
                    .singleElement()
                    .satisfies(made -> assertThat(made).isDirectory());
            assertThat(store.has(pause)).isTrue();
        } finally {
            Programs.plain().output(Duration.ofMinutes(1), List.of("rm", "-rf", folder.toString()));
        }
    }
}
