package slurm

// GPUs returns how many GPUs the job has; before it has any resources, how many it asks for. For the waiting
// tasks of an array it is the number of one task.
func (j *Job) GPUs() int64 {
	if !j.TRESAllocated.IsZero() {
		return j.TRESAllocated.GPUs
	}
	if j.TRESRequested.GPUs > 0 {
		return j.TRESRequested.GPUs
	}
	if n := GPUsOf(j.TRESPerJob); n > 0 {
		return int64(n)
	}
	if n := GPUsOf(j.TRESPerNode); n > 0 {
		return times(n, j.NodeCount)
	}
	return times(GPUsOf(j.TRESPerTask), j.Tasks)
}

// times multiplies, within 32 bits a factor, so that a hostile count cannot overflow.
func times(n int, by Num) int64 {
	return int64(n) * int64(min(max(1, by.Or(1)), 1<<31))
}

// GPUType names the kind of GPU that the job has or asks for; "" if Slurm does not say.
func (j *Job) GPUType() string {
	for _, kind := range []string{
		j.TRESAllocated.GPUType, j.TRESRequested.GPUType, GPUTypeOf(j.TRESPerJob), GPUTypeOf(j.TRESPerNode),
		GPUTypeOf(j.TRESPerTask),
	} {
		if kind != "" {
			return kind
		}
	}
	return ""
}
