// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.quicktheories.core.Gen;
import org.quicktheories.core.RandomnessSource;

/** Makes pods of every shape: proxies among the init containers or the others, with much that nobody here knows. */
final class PodGenerator {
    private static final Gen<Integer> PERCENT = integers().between(0, 99);
    private static final Gen<Integer> OTHERS = integers().between(0, 4);
    private static final Gen<String> UNKNOWN = arbitrary()
            .pick(
                    "{}",
                    "{'futureField':{'a~b/c':[1,2.50,1e3,null,[],{}]}}",
                    "{'emptyDir':null,'ünïcode':'\\u0000\\\"\\\\','big':9007199254740993}");
    private static final Gen<String> METADATA = arbitrary()
            .pick(
                    "{}",
                    "{'metadata':null}",
                    "{'metadata':{'generateName':'web-'}}",
                    "{'metadata':{'name':'web','annotations':null,'labels':{'linkerd.io/control-plane-component':'x'}}}",
                    "{'metadata':{'annotations':{'a~b/c':'d','k8s.v1.cni.cncf.io/network':'x'},'managedFields':[{}]}}");

    private final Gen<Long> uids;
    private final RandomnessSource in;
    private final ObjectNode pod;

    private PodGenerator(Gen<Long> uids, RandomnessSource in) {
        this.uids = uids;
        this.in = in;
        this.pod = PodJson.tree("{'apiVersion':'v1','kind':'Pod','spec':{'nodeName':null}}");
    }

    static ObjectNode pod(Gen<Long> uids, RandomnessSource in) {
        var generator = new PodGenerator(uids, in);
        generator.make();
        return generator.pod;
    }

    static void annotate(ObjectNode pod, String key, String value) {
        object(object(pod, "metadata"), "annotations").put(key, value);
    }

    private void make() {
        pod.setAll(PodJson.tree(METADATA.generate(in)));
        pod.setAll(PodJson.tree(UNKNOWN.generate(in)));
        securityContext(object(pod, "spec"));
        if (chance(2)) {
            object(pod, "spec").put("hostNetwork", chance(50));
        }
        if (chance(6)) {
            object(pod, "spec").put("hostUsers", chance(50));
        }
        if (chance(8)) {
            annotate(
                    pod,
                    "linkerd.io/multus",
                    List.of("enabled", "", "disabled", "yes").get(PERCENT.generate(in) % 4));
        }
        containers();
    }

    private void containers() {
        int others = OTHERS.generate(in);
        for (int i = 0; i < others; i++) {
            other("before-" + i);
        }
        if (chance(75)) {
            container("initContainers", "linkerd-network-validator");
        }
        if (chance(98)) {
            var proxy = container(chance(50) ? "initContainers" : "containers", "linkerd-proxy");
            proxy.put("restartPolicy", "Always");
        }
        other("after");
        if (chance(2)) {
            container("initContainers", "linkerd-init");
        }
    }

    /** An application's, a sidecar, or an init container. */
    private void other(String name) {
        int kind = PERCENT.generate(in) % 3;
        var container = container(kind == 0 ? "containers" : "initContainers", name);
        if (kind == 1) {
            container.put("restartPolicy", "Always");
        }
    }

    private ObjectNode container(String list, String name) {
        var spec = object(pod, "spec");
        var container = spec.withArray(list).addObject().put("name", name);
        container.setAll(PodJson.tree(UNKNOWN.generate(in)));
        securityContext(container);
        return container;
    }

    private void securityContext(ObjectNode of) {
        if (chance(20)) {
            of.putNull("securityContext");
        } else if (chance(70)) {
            var context = of.putObject("securityContext");
            context.put("privileged", false);
            if (chance(70)) {
                context.put("runAsUser", uids.generate(in));
            }
            context.setAll(PodJson.tree(UNKNOWN.generate(in)));
        }
    }

    private boolean chance(int percent) {
        return PERCENT.generate(in) < percent;
    }

    private static ObjectNode object(ObjectNode parent, String key) {
        return parent.get(key) instanceof ObjectNode there ? there : parent.putObject(key);
    }
}
