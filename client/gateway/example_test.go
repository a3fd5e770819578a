package gateway_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"flexq/client/gateway"
	"flexq/client/wire"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"status":200,"structuredBody":{"jobs":[{"job_id":7,"name":"train"}]}}`)
	}))
	defer server.Close()

	base := gateway.Base("", gateway.Timeouts{}) // to which client/auth adds the credential
	gw, err := gateway.NewPlatform(
		gateway.PlatformTarget{Endpoint: server.URL, Project: "my-project", Region: "us-central1", Cluster: "train"},
		gateway.Options{Transport: base, Now: time.Now},
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	var jobs wire.JobsReply
	list := gateway.Request{Op: "list jobs", Method: http.MethodGet, Path: "/slurm/v0.0.42/jobs/"}
	answer, err := gw.Do(context.Background(), list, jobs.Fields())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, jobs.Jobs[0].ID, jobs.Jobs[0].Name)
	// Output: 200 7 train
}
