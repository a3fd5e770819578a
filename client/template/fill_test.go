package template_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/template"
)

func TestFill(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text   string
		values map[string]string
		want   string
	}{
		"the body takes it as it is": {
			"#!/bin/sh\n#FLEXQ param RATE text\necho {{RATE}} '{{RATE}}'\n",
			map[string]string{"RATE": "1e-5 x"},
			"#!/bin/sh\n#FLEXQ param RATE text\necho 1e-5 x '1e-5 x'\n",
		},
		"other braces are the script's own": {
			"#!/bin/sh\n#FLEXQ param A text default=1\necho {{B}} {{ A }} ${A} {A} {{{A}}} {{A}\n", nil,
			"#!/bin/sh\n#FLEXQ param A text default=1\necho {{B}} {{ A }} ${A} {A} {1} {{A}\n",
		},
		"not in a declaration": {
			"#!/bin/sh\n#FLEXQ param A text default=1 \"as in {{A}}\"\n#{{A}}\n", nil,
			"#!/bin/sh\n#FLEXQ param A text default=1 \"as in {{A}}\"\n#1\n",
		},
		"Windows line ends stay": {
			"#!/bin/sh\r\n#FLEXQ param A text default=1\r\n{{A}}\r\n{{A}}", nil,
			"#!/bin/sh\r\n#FLEXQ param A text default=1\r\n1\r\n1",
		},
		"#SBATCH quotes what it must": {
			"#!/bin/sh\n#FLEXQ param A text\n#SBATCH -J {{A}} --comment=x{{A}} --extra=\"y {{A}}\" --wckey='{{A}}' # {{A}}\n",
			map[string]string{"A": `a "b" \c`},
			"#!/bin/sh\n#FLEXQ param A text\n#SBATCH -J \"a \\\"b\\\" \\\\c\" --comment=x\"a \\\"b\\\" \\\\c\" --extra=\"y a \\\"b\\\" \\\\c\" --wckey='a \"b\" \\\\c' # \"a \\\"b\\\" \\\\c\"\n",
		},
		"an option without a value goes": {
			"#!/bin/sh\n#FLEXQ param P text default=\"\"\n#SBATCH --partition={{P}}\n#SBATCH --nodes=2 -p {{P}} -A{{P}} --qos=\"{{P}}\" --time=5 # x{{P}}\n#SBATCH --output=a{{P}}b\n", nil,
			"#!/bin/sh\n#FLEXQ param P text default=\"\"\n##SBATCH --partition=\n#SBATCH --nodes=2 --time=5 # x\n#SBATCH --output=ab\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, problems := template.Parse("x", tt.text).Fill(tt.values)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if len(problems.Of(sbatch.Error)) > 0 {
				t.Errorf("problems: %v", problems)
			}
		})
	}
}
