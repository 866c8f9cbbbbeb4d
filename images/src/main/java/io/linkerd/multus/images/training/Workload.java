// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.training;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What a service is put through, so that everything that it does in a cluster's everyday life has been loaded once. */
public interface Workload {
    /** Prepares files and objects that the service looks for, and returns the settings by which it finds them. */
    Map<String, String> prepare(TrainingGround ground) throws IOException;

    /** {@return the arguments that the service is started with} */
    default List<String> arguments(TrainingGround ground) {
        return List.of();
    }

    /** {@return whether the service ends at once where it is not run by root} */
    default boolean takesRoot() {
        return false;
    }

    /** Works the service, which is ready; fails where it does not do what it is for. */
    void exercise(TrainingGround ground) throws IOException;

    /** Looks at what is left after the service was told to end and did. */
    void verifyEnd(TrainingGround ground) throws IOException;
}
