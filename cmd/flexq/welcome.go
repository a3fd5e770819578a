package main

import (
	"fmt"
	"io"
)

// welcome says, where nothing is configured, how to reach something. Four lines.
func welcome(w io.Writer) {
	fmt.Fprint(w, `flexq: no cluster is configured. Try one of:
  a cluster:     flexq --project PROJECT --region REGION --cluster CLUSTER   (after gcloud auth application-default login)
  a slurmrestd:  SLURM_JWT=TOKEN flexq --endpoint http://HOST:6820
  a simulation:  flexq demo
`)
}
