package wire_test

// recordedQueue gives what is to be read in each answer about the queue. The answers of v0.0.40 to v0.0.42 are of
// Slurm 24.11, the others of 26.05. jobs-retyped has what other versions and broken ones write.
func recordedQueue() map[string]string {
	return map[string]string{
		"v0.0.40/jobs-retyped.json": `
101 R "text everywhere" alice@/ 5400s on=hcsdemo-a3unodeset-[0-1] prio=17 n=2 cpus=448 gpus=16 restarts=1 start=1796000992 end=1796006392
102 PD "bare numbers" bob@/ -1s tasks=102_[7-9%2] why=Priority n=1 cpus=1
103 CG "one task" bob@/ 0s on=hcsdemo-cpunodeset-[0-1] task=102_3 exit=1:0, derived=2:0,
104 F "wait status with signal" @/ 0s exit=0:11, derived=0:11,SEGV core=true
105 CA "object with signal_id" @/ 129600s on=hcsdemo-cpunodeset-1 exclusive=true exit=0:15,TERM
106 ? "" @/ 0s
107 PD "moments as text" @/ -1s n=1 cpus=4
108 ? "nonsense" @/ 0s on=17.5
`,
		"v0.0.40/jobs.json": `
1 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004693 end=1796004693 out=/home/alice/slurm-1.out
2 F "segv" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=RaisedSignal prio=1 n=1 cpus=2 exit=0:11,11 derived=0:0, start=1796004693 end=1796004693 out=/home/alice/slurm-2.out
7 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=3_0 prio=1 n=1 cpus=2 start=1796004693 end=1796008293 out=/home/bob/slurm-3_0.out
5 PD "wait" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-5.out
6 PD "odd name \"x\" é|y" bob@cpu/research 129600s why=JobHeldUser hold=true prio=0 n=1 cpus=1 out=/home/bob/slurm-6.out
3 PD "sweep" bob@cpu/research 3600s tasks=3_[2-5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-3_%a.out
`,
		"v0.0.41/jobs.json": `
1 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004693 end=1796004693 out=/home/alice/slurm-1.out
2 F "segv" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=RaisedSignal prio=1 n=1 cpus=2 exit=0:11,11 derived=0:0, start=1796004693 end=1796004693 out=/home/alice/slurm-2.out
7 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=3_0 prio=1 n=1 cpus=2 start=1796004693 end=1796008293 out=/home/bob/slurm-3_0.out
5 PD "wait" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-5.out
6 PD "odd name \"x\" é|y" bob@cpu/research 129600s why=JobHeldUser hold=true prio=0 n=1 cpus=1 out=/home/bob/slurm-6.out
3 PD "sweep" bob@cpu/research 3600s tasks=3_[2-5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-3_%a.out
`,
		"v0.0.42/job-array.json": `
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
39 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_1 prio=1 n=1 cpus=2 start=1796000992 end=1796004592 out=/home/bob/slurm-18_1.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796000992 end=1796004592 out=/home/bob/slurm-18_0.out
`,
		"v0.0.42/job-configuring.json": `
37 CF "noboot" alice@flex/research 604800s on=hcsdemo-flexnodeset-3 prio=1 n=1 cpus=2 gpus=8 start=1796000992 end=1796605792 out=/home/alice/slurm-37.out
`,
		"v0.0.42/job-het.json": `
21 R "het" alice@a3u/research -1s on=hcsdemo-a3unodeset-0 het=21+0(21-22) prio=1 n=1 cpus=2 start=1796001016 out=/home/alice/slurm-21.out
22 R "het" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 het=21+1(21-22) prio=1 n=1 cpus=2 start=1796001016 end=1796004616 out=/home/alice/slurm-22.out
`,
		"v0.0.42/jobs.json": `
1 CD "local" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=0:0, derived=0:0, start=1796000992 end=1796000993 out=/home/alice/slurm-1.out
2 CD "done" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=0:0, derived=0:0, start=1796000992 end=1796000993 out=/home/alice/slurm-2.out
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796000992 end=1796000993 out=/home/alice/slurm-3.out
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 why=TimeLimit prio=1 n=1 cpus=2 exit=0:15,TERM derived=0:0, start=1796000992 end=1796001076 out=/home/alice/slurm-4.out
5 R "train" alice@a3u/research 2700s on=hcsdemo-a3unodeset-0 prio=1 n=1 cpus=2 gpus=8 start=1796000992 end=1796003692 out=/home/alice/slurm-5.out
17 R "held" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 start=1796001017 end=1796004617 out=/home/bob/slurm-17.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796000992 end=1796004592 out=/home/bob/slurm-18_0.out
19 PD "after" carol@a3u/ops -1s why=Dependency prio=1 n=1 cpus=1 out=/home/carol/slurm-19.out
21 R "het" alice@a3u/research -1s on=hcsdemo-a3unodeset-0 het=21+0(21-22) prio=1 n=1 cpus=2 start=1796001016 out=/home/alice/slurm-21.out
22 R "het" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 het=21+1(21-22) prio=1 n=1 cpus=2 start=1796001016 end=1796004616 out=/home/alice/slurm-22.out
23 S "paused" alice@cpu/research 3600s on=hcsdemo-cpunodeset-1 hold=true prio=0 n=1 cpus=2 start=1796001016 end=1796004616 out=/home/alice/slurm-23.out
25 SE "special" alice@cpu/research 3600s why=JobHeldUser hold=true prio=0 n=1 cpus=1 restarts=1 start=1796001137 end=1796004737 out=/home/alice/slurm-25.out
27 CA "cancelme" alice@cpu/research 3600s on=hcsdemo-cpunodeset-1 prio=1 n=1 cpus=2 exit=0:15,TERM derived=0:0, start=1796001016 end=1796001017 out=/home/alice/slurm-27.out
30 DL "deadline" carol@a3u/ops 60s why=DeadLine prio=1 n=1 cpus=1 exclusive=true exit=0:1,HUP derived=0:0, start=1796001046 end=1796001046 out=/home/carol/slurm-30.out
31 PD "later" carol@a3u/ops 3600s why=BeginTime prio=1 n=1 cpus=1 start=1796004592 end=1796008192 out=/home/carol/slurm-31.out
33 PD "big" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-33.out
34 NF "lostnode" bob@a3u/research 31536000s on=hcsdemo-a3unodeset-3 why=NodeDown prio=1 n=1 cpus=2 exit=0:1,HUP derived=0:0, start=1796001016 end=1796001069 out=/home/bob/slurm-34.out failed=hcsdemo-a3unodeset-3
35 PD "requeued" bob@a3u/research 31536000s why=BeginTime prio=1 n=1 cpus=1 restarts=1 start=1796001190 end=1827537190 out=/home/bob/slurm-35.out
36 CD "oncloud" alice@flex/research 604800s on=hcsdemo-flexnodeset-0 prio=1 n=1 cpus=2 gpus=8 exit=0:0, derived=0:0, start=1796001016 end=1796001046 out=/home/alice/slurm-36.out
37 PD "noboot" alice@flex/research 604800s why=BeginTime prio=1 n=1 cpus=1 gpus=8 restarts=1 start=1796001178 end=1796605978 out=/home/alice/slurm-37.out
39 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_1 prio=1 n=1 cpus=2 start=1796000992 end=1796004592 out=/home/bob/slurm-18_1.out
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
`,
		"v0.0.43/jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 why=TimeLimit prio=1 n=1 cpus=2 exit=0:15,TERM derived=0:0, start=1796004425 end=1796004499 out=/home/alice/slurm-4.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796004428 end=1796008028 out=/home/bob/slurm-18_0.out
33 PD "big" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-33.out
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
`,
		"v0.0.44/jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 why=TimeLimit prio=1 n=1 cpus=2 exit=0:15,TERM derived=0:0, start=1796004425 end=1796004499 out=/home/alice/slurm-4.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796004428 end=1796008028 out=/home/bob/slurm-18_0.out
33 PD "big" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-33.out
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
`,
		"v0.0.45/jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 why=NonZeroExitCode prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 why=TimeLimit prio=1 n=1 cpus=2 exit=0:15,TERM derived=0:0, start=1796004425 end=1796004499 out=/home/alice/slurm-4.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796004428 end=1796008028 out=/home/bob/slurm-18_0.out
33 PD "big" carol@a3u/ops -1s why=Resources prio=1 n=4 cpus=4 gpus=32 out=/home/carol/slurm-33.out
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
`,
	}
}

// recordedPast gives what is to be read in each answer of accounting.
func recordedPast() map[string]string {
	return map[string]string{
		"v0.0.40/db-jobs.json": `
1 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004693 end=1796004693 [1.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
7 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=3_0 prio=1 n=1 cpus=2 start=1796004693 elapsed=5 [7.batch batch R hcsdemo-cpunodeset-0 exit=0:0 cpu=0 rss=0]
`,
		"v0.0.41/db-jobs.json": `
1 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004693 end=1796004693 out=/home/alice/slurm-1.out [1.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
7 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=3_0 prio=1 n=1 cpus=2 start=1796004693 elapsed=5 out=/home/bob/slurm-3_0.out [7.batch batch R hcsdemo-cpunodeset-0 exit=0:0 cpu=0 rss=0]
`,
		"v0.0.42/db-job-array.json": `
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796000992 elapsed=136 out=/home/bob/slurm-18_0.out [38.batch batch R hcsdemo-cpunodeset-0 exit=0:0 cpu=0 rss=0]
39 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_1 prio=1 n=1 cpus=2 start=1796000992 elapsed=136 out=/home/bob/slurm-18_1.out [39.batch batch R hcsdemo-cpunodeset-0 exit=0:0 cpu=0 rss=0]
`,
		"v0.0.42/db-job-het.json": `
21 R "het" alice@a3u/research -1s on=hcsdemo-a3unodeset-0 het=21+0() prio=1 n=1 cpus=2 start=1796001016 elapsed=112 out=/home/alice/slurm-21.out [21.batch batch R hcsdemo-a3unodeset-0 exit=0:0 cpu=0 rss=0]
22 R "het" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 het=21+1() prio=1 n=1 cpus=2 start=1796001016 elapsed=112 out=/home/alice/slurm-22.out
`,
		"v0.0.42/db-job-requeued.json": `
35 NF "requeued" bob@a3u/research 31536000s on=hcsdemo-a3unodeset-3 prio=1 n=1 cpus=2 exit=1:0, start=1796001016 end=1796001069 elapsed=53 out=/home/bob/slurm-35.out failed=hcsdemo-a3unodeset-3 [35.batch batch CA hcsdemo-a3unodeset-3 exit=0:0 cpu=0 rss=0]
35 PD "requeued" bob@a3u/research 31536000s prio=1 n=1 cpus=2 restarts=1 out=/home/bob/slurm-35.out
`,
		"v0.0.42/db-job.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796000992 end=1796000993 elapsed=1 out=/home/alice/slurm-3.out [3.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
`,
		"v0.0.42/db-jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796000992 end=1796000993 elapsed=1 out=/home/alice/slurm-3.out [3.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=0:0, derived=0:0, start=1796000992 end=1796001076 elapsed=84 out=/home/alice/slurm-4.out [4.batch batch CA hcsdemo-cpunodeset-0 exit=0:15 cpu=0 rss=3715072]
10 F "x" alice@a3u/research 0s prio=1 n=9 cpus=9 exit=1:0, derived=0:0, end=1796000991 out=/home/alice/slurm-10.out
13 F "x" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=8:0, derived=0:0, start=1796000992 end=1796000993 elapsed=1 out=/home/alice/slurm-13.out [13.batch batch F hcsdemo-cpunodeset-0 exit=8:0 cpu=0 rss=0]
40 F "signalled" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=0:10,USR1 derived=0:0, start=1796001019 end=1796001020 elapsed=1 out=/home/alice/slurm-40.out [40.batch batch CA hcsdemo-cpunodeset-0 exit=0:10 cpu=0 rss=0]
`,
		"v0.0.43/db-jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out [3.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
33 PD "big" carol@a3u/ops 0s prio=1 n=4 cpus=4 gpus=32 out=/home/carol/slurm-33.out
`,
		"v0.0.44/db-jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out [3.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
33 PD "big" carol@a3u/ops 0s prio=1 n=4 cpus=4 gpus=32 out=/home/carol/slurm-33.out
`,
		"v0.0.45/db-jobs.json": `
3 F "breaks" alice@cpu/research 3600s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=3:0, derived=0:0, start=1796004425 end=1796004425 out=/home/alice/slurm-3.out [3.batch batch F hcsdemo-cpunodeset-0 exit=3:0 cpu=0 rss=0]
4 TO "slow" alice@cpu/research 60s on=hcsdemo-cpunodeset-0 prio=1 n=1 cpus=2 exit=0:0, derived=0:0, start=1796004425 end=1796004499 elapsed=74 out=/home/alice/slurm-4.out [4.batch batch CA hcsdemo-cpunodeset-0 exit=0:15 cpu=0 rss=3727360]
33 PD "big" carol@a3u/ops 0s prio=1 n=4 cpus=4 gpus=32 exclusive=true out=/home/carol/slurm-33.out
18 PD "sweep" bob@cpu/research 3600s tasks=18_[2-3,5%2] why=JobArrayTaskLimit prio=1 n=1 cpus=1 out=/home/bob/slurm-18_%a.out
38 R "sweep" bob@cpu/research 3600s on=hcsdemo-cpunodeset-0 task=18_0 prio=1 n=1 cpus=2 start=1796004428 elapsed=150 out=/home/bob/slurm-18_0.out [38.batch batch R hcsdemo-cpunodeset-0 exit=0:0 cpu=0 rss=0]
`,
	}
}
