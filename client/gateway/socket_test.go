package gateway_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// serveUnix serves on a socket file.
func serveUnix(t *testing.T, path string, h http.Handler) {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(h)
	if err := server.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	server.Listener = l
	server.Start()
	t.Cleanup(server.Close)
}
