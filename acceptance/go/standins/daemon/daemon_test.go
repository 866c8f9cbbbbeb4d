// SPDX-License-Identifier: Apache-2.0

package daemon

import (
	"context"
	"errors"
	"net"
	"syscall"
	"testing"
)

func TestSigtermIsAGoodEnd(t *testing.T) {
	code := Run("part", func(ctx context.Context) error {
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGTERM); err != nil {
			return err
		}
		return AnswerOK(ctx, "127.0.0.1:0")
	})
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAnAddressThatIsTakenIsAnError(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if err := AnswerOK(t.Context(), "127.0.0.1:0", listener.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("answers, or fails for another reason: %v", err)
	}
}

func TestAnErrorIsExitCodeOne(t *testing.T) {
	if code := Run("part", func(context.Context) error { return errors.New("no") }); code != 1 {
		t.Errorf("exit code %d", code)
	}
}
