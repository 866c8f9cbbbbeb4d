// SPDX-License-Identifier: Apache-2.0

package validator

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"
)

func TestAcceptsItsOwnToken(t *testing.T) {
	address := freeAddress(t)
	if err := validate(context.Background(), address, address); err != nil {
		t.Error(err)
	}
}

func TestRejectsWhatSomebodyElseAnswers(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	go answer(other, strings.Repeat("x", 26))
	err = validate(context.Background(), "127.0.0.1:0", other.Addr().String())
	if err == nil || err.Error() != "somebody else answered" {
		t.Errorf("got %v", err)
	}
}

func TestGivesUpInTime(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := validate(ctx, "127.0.0.1:0", silent.Addr().String()); err == nil {
		t.Error("accepted silence")
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
