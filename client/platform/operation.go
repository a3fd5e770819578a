package platform

import (
	"errors"
	"io"
	"strings"

	"flexq/client/flex"
)

// ReadOperation reads a long-running operation: the answer to a call that starts one, or to a look at it. It fails if
// that is no JSON object or has no name.
func ReadOperation(r io.Reader) (flex.Operation, error) {
	root, _, err := readRoot(r, "operation")
	if err != nil {
		return flex.Operation{}, err
	}
	meta := root.object("metadata")
	times := meta.object("genericMetadata")
	op := flex.Operation{
		Name:     root.text("name"),
		Done:     root.text("done") == "true",
		Error:    errorText(root),
		Progress: meta.text("progressMessage"),
		Created:  times.time("createTime"),
		Updated:  times.time("updateTime"),
	}
	if op.Name == "" {
		return flex.Operation{}, errors.New("the answer is not an operation: it has no name")
	}
	return op, nil
}

// errorText gives the words of an operation's google.rpc.Status; one that has none still says that there was an error,
// unless the operation has a response too, or the status is OK.
func errorText(root object) string {
	v, failed := root.get("error")
	_, answered := root.get("response")
	o := root.object("error")
	switch message, code := o.text("message"), o.text("code"); {
	case !failed:
		return ""
	case message != "":
		return message
	case code != "" && code != "0":
		return "error code " + code
	case v.Kind() == '"':
		return root.text("error")
	case code == "0" || answered:
		return ""
	}
	return "the platform gives no reason"
}

// IsOperation reports whether a name is one of an operation: then it can be put into a path as it is.
func IsOperation(name string) bool {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		allowed := idBytes
		if i == 1 {
			allowed += ":" // of a project example.com:id; elsewhere it would begin another method
		}
		if p == "" || p == "." || p == ".." || strings.Trim(p, allowed) != "" {
			return false
		}
	}
	return len(parts) >= 6 && parts[0] == "projects" && parts[2] == "locations" && parts[len(parts)-2] == "operations"
}

const idBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
