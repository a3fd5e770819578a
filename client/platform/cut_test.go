package platform_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"flexq/client/platform"
)

// An answer of the platform or of Compute Engine that ends too early is none, wherever it was cut.
func TestCutAnswersAreNone(t *testing.T) {
	t.Parallel()
	for what, k := range map[string]struct {
		answer string
		read   func(io.Reader) error
	}{
		"cluster": {
			`{"nodePools":[{"id":"a3u","minNodeCount":"12"}],"clusterStatus":{"state":"RUNNING"},"name":"projects/1/locations/r/modelDevelopmentClusters/a3u7"}`,
			func(r io.Reader) error { _, err := platform.ReadCluster(r); return err },
		},
		"operation": {
			`{"done":true,"name":"projects/1/locations/r/operations/7","error":{"code":7}}`,
			func(r io.Reader) error { _, err := platform.ReadOperation(r); return err },
		},
		"instances": {
			`{"items":{"zones/z":{"instances":[{"name":"n1","id":12},{"name":"n2","id":13}]}},"nextPageToken":"x"}`,
			func(r io.Reader) error { _, err := platform.ReadInstances(r); return err },
		},
		"groups": {
			`{"items":{"zones/z":{"instanceGroupManagers":[{"name":"n1"},{"name":"n2"}]}},"nextPageToken":"x"}`,
			func(r io.Reader) error { _, err := platform.ReadGroups(r); return err },
		},
		"requests": {
			`{"items":[{"name":"n1","resizeBy":12}],"nextPageToken":"x"}`,
			func(r io.Reader) error { _, err := platform.ReadRequests(r, platform.Group{}); return err },
		},
	} {
		if err := k.read(strings.NewReader(k.answer)); err != nil {
			t.Errorf("%s, whole: %v", what, err)
		}
		for at := range k.answer {
			if err := k.read(strings.NewReader(k.answer[:at])); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s: %q: got %v", what, k.answer[:at], err)
			}
		}
		for _, more := range []string{"x", "}", k.answer} {
			if err := k.read(strings.NewReader(k.answer + more)); err == nil {
				t.Errorf("%s: with %q behind it passes", what, more)
			}
		}
	}
}
