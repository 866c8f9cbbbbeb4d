// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.departure;

import io.linkerd.multus.service.kube.ApiFailure;

/**
 * What the watch on our DaemonSet knows at a moment.
 *
 * @param asked the API server was asked at least once, and has answered or could not be reached
 * @param sighting the last that was seen
 * @param live the watch is up, so that a change since would be known
 * @param refusals how often in a row the API server has answered an attempt to list or watch with 401 or 403
 */
public record WatchKnowledge(boolean asked, Sighting sighting, boolean live, int refusals) {
    /** What a watch knows that has not begun. */
    public static final WatchKnowledge NONE = new WatchKnowledge(false, new Sighting.Never(), false, 0);

    /**
     * {@return what is known for certain once this has been followed by that} What a live watch told stays known when it ends, and rights that
     * are missed now are not counted twice.
     */
    public WatchKnowledge then(WatchKnowledge later) {
        return later.live() || !later.sighting().equals(sighting) ? later : this;
    }

    WatchKnowledge seen(Sighting now) {
        return new WatchKnowledge(true, now, live, 0);
    }

    WatchKnowledge up() {
        return new WatchKnowledge(true, sighting, true, 0);
    }

    WatchKnowledge down() {
        return new WatchKnowledge(true, sighting, false, refusals);
    }

    WatchKnowledge after(ApiFailure failure) {
        return switch (failure) {
            case ApiFailure.Unauthorized _, ApiFailure.Forbidden _ ->
                new WatchKnowledge(true, sighting, false, refusals + 1);
            case ApiFailure.NotFound _,
                    ApiFailure.Conflict _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Refused _ -> new WatchKnowledge(true, sighting, false, 0);
            case ApiFailure.Unreachable _ -> down(); // nobody has said anything about our rights
        };
    }
}
