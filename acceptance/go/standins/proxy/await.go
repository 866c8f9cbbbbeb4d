// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

const askAgain = 50 * time.Millisecond

// Await holds a container's postStart hook until the proxy is ready, so that the containers after it start with a
// network.
func Await(arguments []string) int {
	flags := flag.NewFlagSet("await", flag.ContinueOnError)
	timeout := flags.Duration("timeout", 2*time.Minute, "how long to wait")
	port := flags.Int("port", 4191, "admin port of the proxy")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()
	address := "http://127.0.0.1:" + strconv.Itoa(*port) + "/ready"
	ticks := time.NewTicker(askAgain)
	defer ticks.Stop()
	for !answers(ctx, address) {
		select {
		case <-ctx.Done():
			fmt.Fprintln(os.Stderr, "await: the proxy is not ready after", *timeout)
			return 1
		case <-ticks.C:
		}
	}
	return 0
}

func answers(ctx context.Context, address string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
