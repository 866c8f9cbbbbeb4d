// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.demo;

import io.linkerd.multus.acceptance.mesh.LinkerdStandins;
import io.linkerd.multus.localcluster.LocalCluster;
import io.linkerd.multus.localcluster.olm.OlmPrograms;
import io.linkerd.multus.localcluster.programs.ConsoleProgress;
import io.linkerd.multus.localcluster.programs.Progress;
import io.linkerd.multus.localcluster.programs.Toolbox;
import java.io.IOException;
import java.util.Arrays;

/** The part of the script {@code demo} that is too much for a script: bringing a cluster up. */
public final class Demo {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int INTERRUPTED = 130;

    private Demo() {}

    /** Does {@code up} with the options of {@code demo up}; ends with 0, 1 when it fails, or 2 when it is called wrongly. */
    public static void main(String... arguments) {
        System.exit(run(arguments));
    }

    private static int run(String... arguments) {
        var progress = new ConsoleProgress(System.out);
        try {
            up(UpArguments.read(Arrays.asList(arguments)), progress);
            return 0;
        } catch (UpArguments.Wrong e) {
            System.err.println("demo: " + e.getMessage() + "; see ./demo --help");
            return MISUSED;
        } catch (IOException e) {
            System.err.println("demo: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    private static void up(UpArguments arguments, Progress progress) throws IOException, InterruptedException {
        var toolbox = LinkerdStandins.toolbox(arguments.project(), progress);
        LocalCluster.requireNoOther(arguments.cluster(), toolbox);
        var installation = installation(arguments, toolbox, progress);
        try (var cluster = LocalCluster.obtain(arguments.cluster(), installation.toolbox(toolbox), progress)) {
            cluster.detach();
            progress.say("the cluster " + cluster.name() + " is up, and stays so whatever happens now");
            for (var step : DemoSteps.of(arguments, installation)) {
                run(step, cluster, arguments, progress);
            }
        }
    }

    private static Installation installation(UpArguments arguments, Toolbox toolbox, Progress progress)
            throws IOException, InterruptedException {
        var project = arguments.project();
        return arguments.cluster().olm()
                ? new ByOlm(project, OlmPrograms.prepare(project, toolbox, progress))
                : new ByHelm(project);
    }

    /** A cluster in which something does not work is worth more than one that is gone. */
    private static void run(DemoStep step, LocalCluster cluster, UpArguments arguments, Progress progress)
            throws IOException, InterruptedException {
        try {
            step.run(cluster, progress);
        } catch (IOException e) {
            var demo = "./demo --name " + cluster.name();
            var same = " up " + cluster.profile().arguments() + " --nodes "
                    + arguments.cluster().nodes() + (arguments.cluster().olm() ? " --olm" : "");
            throw new IOException(
                    e.getMessage() + "\nThe cluster is up, look into it: " + demo
                            + " kubectl get pods,events --all-namespaces\nThen go on with: " + demo
                            + same + ", or remove it: " + demo + " down",
                    e);
        }
    }
}
