// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.kube;

import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.ArrayList;

/**
 * Reads a list page by page.
 *
 * @param longest in which each page has to come
 */
record Pages<T>(ApiTransport api, Selection selection, ListReader<T> reader, Duration longest) {
    static final int SIZE = 250;

    private static final String FIRST = "";

    /** {@return the version that the list is true for} The observer is told of what it has, page by page, and when that was all. */
    ApiAnswer<String> read(WatchObserver<T> observer) {
        observer.listing();
        var page = FIRST;
        while (true) {
            switch (read(page, observer)) {
                case ApiAnswer.Failed<ListReader.PageEnd>(var why) -> {
                    return new ApiAnswer.Failed<>(why);
                }
                case ApiAnswer.Answered<ListReader.PageEnd>(var end)
                when end.more().isEmpty() -> {
                    observer.listed();
                    return new ApiAnswer.Answered<>(end.version());
                }
                case ApiAnswer.Answered<ListReader.PageEnd>(var end) -> page = end.more();
            }
        }
    }

    /** A page that came too late, on the thread of its call, tells the observer nothing. */
    private ApiAnswer<ListReader.PageEnd> read(String page, WatchObserver<T> observer) {
        var path = selection.path("limit", Integer.toString(SIZE))
                + (page.isEmpty() ? "" : Selection.and("continue", page));
        var found = new ArrayList<T>();
        var answer = api.ask(
                reader.list(path),
                Deadline.in(longest, System::nanoTime),
                response -> reader.page(response.body(), found::add));
        if (answer instanceof ApiAnswer.Answered<ListReader.PageEnd>) {
            found.forEach(observer::found);
        }
        return answer;
    }
}
