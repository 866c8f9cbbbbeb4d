// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestSaysWhoAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(introduce))
	defer server.Close()
	answer, err := request(context.Background(), server.URL, time.Second)
	if err != nil || !strings.Contains(answer, "answers as uid") {
		t.Errorf("%q, %v", answer, err)
	}
}

func TestFailsWhenTheAnswerIsNotFine(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	if code := get(context.Background(), []string{server.URL}); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}
