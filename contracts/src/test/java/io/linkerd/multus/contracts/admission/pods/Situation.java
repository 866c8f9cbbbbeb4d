// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.contracts.networks.AttachmentScope;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.contracts.uids.SccRunAsUser;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A generated pod of namespace shop, and what is around it.
 *
 * @param pod as the API server sends it
 * @param networks what it says of networks; empty where it says nothing
 * @param place what its namespace is beside that
 * @param isStale whether the cache has nothing yet of what the namespace says
 * @param optIn what its namespace says
 * @param attached whether its namespace has the attachment
 * @param range the namespace's range of user ids, as it is written
 * @param namespacesProxyUid what the namespace says of the proxy's user id
 * @param strategy where to look for the proxy's user id
 * @param permitted what the constraints and the range come to
 */
public record Situation(
        ObjectNode pod,
        Optional<Networks> networks,
        Place place,
        boolean isStale,
        String optIn,
        boolean attached,
        Optional<String> range,
        Optional<String> namespacesProxyUid,
        ProxyUidStrategy strategy,
        Permitted permitted) {

    /** What a namespace is to Linkerd. */
    public enum Place {
        APPLICATIONS,
        EXTENSION,
        CONTROL_PLANE
    }

    private static final OptionalLong NONE = OptionalLong.empty();

    /** Constraints of somebody's own. */
    static final String OWN_RANGE = "own-range";

    static final String OWN_UID = "own-uid";
    static final String OWN_ANY_WITHOUT_SECCOMP = "own-any-without-seccomp";

    /** {@return what is answered in that cluster} */
    PodAnswers answers() {
        return new PodAnswers(cluster(), rules());
    }

    /** {@return what has been settled there} */
    public PodRules rules() {
        return new PodRules(
                place == Place.CONTROL_PLANE ? "shop" : "linkerd",
                AttachmentScope.PER_NAMESPACE,
                strategy,
                Severity.REFUSE,
                Severity.REFUSE);
    }

    /** {@return that cluster} */
    public FakeCluster cluster() {
        var annotations = new HashMap<String, String>();
        annotations.put("linkerd.io/multus", optIn);
        range.ifPresent(value -> annotations.put("openshift.io/sa.scc.uid-range", value));
        namespacesProxyUid.ifPresent(value -> annotations.put("config.linkerd.io/proxy-uid", value));
        var facts = NamespaceMarks.of(
                annotations, place == Place.EXTENSION ? Map.of("linkerd.io/extension", "viz") : Map.of());
        var cluster = new FakeCluster()
                .namespace("shop", isStale ? NamespaceMarks.SILENT : facts)
                .onlyLive("shop", facts)
                .constraints(
                        OWN_RANGE,
                        new SccRunAsUser(
                                SccRunAsUser.MUST_RUN_AS_RANGE, NONE, OptionalLong.of(5000), OptionalLong.of(5003)),
                        "runtime/default")
                .constraints(
                        OWN_UID, new SccRunAsUser(SccRunAsUser.MUST_RUN_AS, OptionalLong.of(7000), NONE, NONE), "*")
                .constraints(OWN_ANY_WITHOUT_SECCOMP, new SccRunAsUser(SccRunAsUser.RUN_AS_ANY, NONE, NONE, NONE));
        if (attached) {
            cluster.attached("shop");
        }
        return cluster;
    }
}
