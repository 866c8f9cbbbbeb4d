// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

const defaultTimeout = 5 * time.Second

// get requests once.
func get(ctx context.Context, arguments []string) int {
	flags := flag.NewFlagSet("get", flag.ContinueOnError)
	timeout := flags.Duration("timeout", defaultTimeout, "how long to wait for the answer")
	if err := flags.Parse(arguments); err != nil || flags.NArg() != 1 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	answer, err := request(ctx, flags.Arg(0), *timeout)
	fmt.Print(answer)
	if err != nil {
		fmt.Fprintln(os.Stderr, "app:", err)
		return 1
	}
	return 0
}

// call requests until it is told to stop; each request has a connection of its own, so that its way is found anew.
func call(ctx context.Context, arguments []string) int {
	flags := flag.NewFlagSet("call", flag.ContinueOnError)
	every := flags.Duration("every", 2*time.Second, "time between requests")
	timeout := flags.Duration("timeout", defaultTimeout, "how long to wait for an answer")
	if err := flags.Parse(arguments); err != nil || flags.NArg() != 1 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	ticks := time.NewTicker(*every)
	defer ticks.Stop()
	for {
		if answer, err := request(ctx, flags.Arg(0), *timeout); err != nil {
			fmt.Println("failed:", err)
		} else {
			fmt.Print(answer)
		}
		select {
		case <-ctx.Done():
			return 0
		case <-ticks.C:
		}
	}
}

func request(ctx context.Context, address string, timeout time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	request.Close = true
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s answers %s", address, response.Status)
	}
	return string(body), err
}
