// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.cluster;

import io.linkerd.multus.contracts.Lookup;
import io.linkerd.multus.contracts.admission.pods.ConstraintsReader;
import io.linkerd.multus.contracts.json.JsonDocument;
import io.linkerd.multus.contracts.json.MalformedJson;
import io.linkerd.multus.contracts.uids.SccRules;
import io.linkerd.multus.service.kube.ApiAnswer;
import io.linkerd.multus.service.kube.ApiFailure;
import io.linkerd.multus.service.kube.ApiResponse;
import java.io.IOException;
import java.util.Optional;

/** OpenShift's own SecurityContextConstraints as it delivers them. An administrator may have edited them, so they count only in need. */
final class DeliveredConstraints {
    private DeliveredConstraints() {}

    /** {@return the constraints of an answer} */
    static SccRules read(ApiResponse answer) throws MalformedJson, IOException {
        return JsonDocument.read(answer.body(), ConstraintsReader.LIMITS, ConstraintsReader::read);
    }

    /**
     * {@return what OpenShift delivers under that name, as older than any answer} Without it each pod waits for an API server that does not
     * answer.
     *
     * @param started when the first answer could be given
     */
    static Optional<Answers.Known<SccRules>> known(String name, long started) {
        return SccRules.ofDefault(name).map(rules -> new Answers.Known<>(rules, started - 1));
    }

    /** {@return the answer, or where there are none of that name what OpenShift delivers: that is as good for as long} */
    static ApiAnswer<SccRules> whereMissing(String name, ApiAnswer<SccRules> answer) {
        return answer instanceof ApiAnswer.Failed<SccRules>(ApiFailure.NotFound _)
                ? SccRules.ofDefault(name)
                        .<ApiAnswer<SccRules>>map(ApiAnswer.Answered::new)
                        .orElse(answer)
                : answer;
    }

    /** {@return what was found, or what OpenShift delivers under that name where that cannot be read} */
    static Lookup<SccRules> whereUnreadable(String name, Lookup<SccRules> found) {
        return found instanceof Lookup.Unknown<SccRules>
                ? SccRules.ofDefault(name)
                        .<Lookup<SccRules>>map(Lookup.Found::new)
                        .orElse(found)
                : found;
    }
}
