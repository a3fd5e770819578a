package main

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/sbatch"
	"flexq/client/template"
)

// The words for where a template comes from; a promise to scripts.
const (
	ofUser    = "own"
	ofProgram = "built-in"
)

func (t stored) origin() string {
	if t.Path == "" {
		return ofProgram
	}
	return ofUser
}

func templateFields() []field[stored] {
	return []field[stored]{
		{key: "name", title: "NAME", shown: inTable, value: func(t stored) any { return t.Name }},
		{key: "origin", title: "FROM", shown: inTable, value: func(t stored) any { return t.origin() }},
		{key: "params", title: "PARAMETERS", shown: inWide, value: func(t stored) any { return jsonParams(t.Params) }, text: paramWords},
		{key: "path", title: "PATH", shown: inWide, value: func(t stored) any { return textOrNil(t.Path) }},
		{key: "help", title: "WHAT", shown: inTable, value: func(t stored) any { return t.Help }},
	}
}

// templateTextFields are what one template alone has in JSON.
func templateTextFields(now time.Time) []field[stored] {
	return []field[stored]{
		{key: "text", value: func(t stored) any { return t.Text }},
		{key: "problems", value: func(t stored) any { return jsonProblems(found(findings(t.Template, now), "template "+t.Name)) }},
	}
}

// paramWords lists the parameters: those that must be given by their name, others with what they are without.
func paramWords(t stored) string {
	var out []string
	for _, p := range t.Params {
		word := p.Name
		if p.Optional {
			word += "=" + p.Default
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// jsonParam is a parameter in JSON. Default is null for one that must be given.
type jsonParam struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default *string  `json:"default"`
	Choices []string `json:"choices"`
	Help    string   `json:"help"`
	Line    int      `json:"line"`
}

func jsonParams(params []template.Param) []jsonParam {
	out := make([]jsonParam, 0, len(params))
	for _, p := range params {
		j := jsonParam{Name: p.Name, Type: p.Type.String(), Choices: p.Choices, Help: p.Help, Line: p.Line}
		if p.Optional {
			j.Default = &p.Default
		}
		out = append(out, j)
	}
	return out
}

// findings are what is wrong with a template by itself: with its declarations, and with its #SBATCH lines when its
// parameters have their defaults, or some right value.
func findings(t template.Template, now time.Time) sbatch.Problems {
	values := make(map[string]string)
	for _, p := range t.Params {
		if !p.Optional {
			values[p.Name] = someValue(p)
		}
	}
	script, problems := t.Fill(values)
	if len(problems.Of(sbatch.Error)) > 0 {
		return problems // what is not filled would be wrong to sbatch too
	}
	reading := sbatch.Read(script, sbatch.Options{Now: now, Name: t.Name, WorkDir: "/"})
	return append(problems, reading.Problems...)
}

// someValue is a right value of a parameter.
func someValue(p template.Param) string {
	if len(p.Choices) > 0 {
		return p.Choices[0]
	}
	return map[template.Type]string{
		template.Text: "x", template.Integer: "1", template.Duration: "1:00:00", template.Memory: "1G", template.Path: "/tmp/x",
	}[p.Type]
}

// tellFindings prints what is wrong with a template.
func tellFindings(st streams, t template.Template, now time.Time) {
	for _, p := range findings(t, now) {
		fmt.Fprintf(st.Err, "flexq: %s: %s: %s\n", p.Level, t.Name, p)
	}
}
