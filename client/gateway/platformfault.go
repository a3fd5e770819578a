package gateway

import (
	"net/http"
	"strconv"
	"strings"

	"flexq/client/fault"
)

// runPermission is what callSlurmRestApi needs.
func runPermission() Permission {
	return Permission{ID: "aiplatform.googleapis.com/modelDevelopmentClusters.run", Role: "roles/aiplatform.user"}
}

// ResourcePermission is what Gateway.Resource needs.
func ResourcePermission() Permission {
	return Permission{ID: "aiplatform.modelDevelopmentClusters.get", Role: "roles/aiplatform.viewer"}
}

func (p Permission) cure(project string) string {
	if p.ID == "" {
		return "ask those who run project " + project + " for access; which permission this needs is not documented"
	}
	return "ask for the role " + p.Role + ", or another with the permission " + p.ID + ", on project " + project
}

// name is what a subject is called in a sentence.
func (p *platform) name(s subject) string {
	switch s.service {
	case ServiceCompute:
		return "Compute Engine in project " + p.target.Project
	case ServicePlatform:
		return "the platform in project " + p.target.Project
	case ServiceCluster:
	}
	return "cluster " + p.target.Cluster + " of project " + p.target.Project
}

// rpcAborted is said to what meets another operation in its way (https://google.aip.dev/193).
const rpcAborted = "ABORTED"

// refusal is the fault of an answer of the platform itself, which is not Slurm's.
func (p *platform) refusal(rep *reply, about subject, r Request) *fault.Fault {
	page := rep.body.start(maxErrorPage)
	e := rpcError{}
	if isJSON(rep.header) {
		e = parseRPC(page)
	}
	kind := rpcKind(e.Status, rep.status)
	if e.Status == rpcAborted && about.write {
		kind = fault.InvalidArgument // not done, as AIP-193 has it: nothing that could have happened unseen
	}
	f := fault.New(kind, "", "")
	f.Status, f.RPC = rep.status, tidy(e.Status)
	f.RetryAfter = max(retryAfter(rep.header, rep.now), e.delay)
	switch f.Kind {
	case fault.PermissionDenied:
		p.denied(f, e, about)
	case fault.NotFound:
		p.missing(f, e, about)
	case fault.InvalidArgument:
		p.invalid(f, e, about, r)
	case fault.Unauthenticated:
		expired(f, e)
	case fault.RateLimited:
		f.Cure = "wait a little, and ask less often; the limits are on the Quotas page of project " + p.target.Project
	case fault.TooLarge:
		f.What = "the platform finds the request too large"
	default: // its usual words say it
	}
	switch {
	case e.isRPC:
		f.What = withMessage(f.What, e.Message)
	case f.Kind != fault.NotFound:
		f.What = withMessage(f.What+" (status "+strconv.Itoa(rep.status)+")", excerpt(page, rep.header))
	}
	return f
}

func withMessage(what, message string) string {
	if m := tidy(message); m != "" {
		return what + ": " + m
	}
	return what
}

// denied tells the reasons of a 403 apart, by the machine-readable reason wherever the API gives one.
func (p *platform) denied(f *fault.Fault, e rpcError, about subject) {
	project := p.target.Project
	f.What = "no access to " + p.name(about)
	f.Cure = about.needs.cure(project)
	consumer := strings.TrimPrefix(tidy(e.metadata["consumer"]), "projects/")
	switch e.reason {
	case "SERVICE_DISABLED":
		if isGcloud(consumer) {
			needsQuotaProject(f, project)
			return
		}
		if consumer == "" {
			consumer = project
		}
		f.What = "the " + about.title() + " is not enabled in project " + consumer
		f.Cure = "run `gcloud services enable " + about.api() + " --project " + consumer + "`"
	case "USER_PROJECT_DENIED":
		f.What = "the credential may not use its quota project " + consumer
		f.Cure = "ask for the role roles/serviceusage.serviceUsageConsumer (permission serviceusage.services.use) on it," +
			" or set GOOGLE_CLOUD_QUOTA_PROJECT to another project"
	case "ACCESS_TOKEN_SCOPE_INSUFFICIENT":
		f.What = "the token's scopes do not cover this API"
		f.Cure = "use a credential with the scope https://www.googleapis.com/auth/cloud-platform; on a VM, change its access scopes"
	case "CONSUMER_INVALID", "CONSUMER_SUSPENDED", "BILLING_DISABLED":
		f.What = "project " + consumer + " cannot be used (" + e.reason + ")"
		f.Cure = "check the project and its billing in the console"
	case "SECURITY_POLICY_VIOLATED":
		f.What = "a service perimeter of the organisation refuses the request"
		f.Cure = "call from inside the perimeter, or ask those who run it for an access level"
	case "":
		// Older front ends say this in words only.
		if strings.Contains(e.Message, "quota project") {
			needsQuotaProject(f, project)
		}
	}
}

// isGcloud knows the two projects that gcloud's own logins are billed to when no quota project is set.
func isGcloud(consumer string) bool { return consumer == "764086051850" || consumer == "618104708054" }

func needsQuotaProject(f *fault.Fault, project string) {
	f.What = "a user's credential needs a quota project for this API, and has none"
	f.Cure = "run `gcloud auth application-default set-quota-project " + project + "`, or set GOOGLE_CLOUD_QUOTA_PROJECT=" +
		project + "; it needs the permission serviceusage.services.use there"
}

// missing tells an unknown cluster from a host that is not the API, which answers with a page.
func (p *platform) missing(f *fault.Fault, e rpcError, about subject) {
	t := p.target
	switch compute := about.service == ServiceCompute; {
	case !e.isRPC && compute:
		f.What = "Compute Engine at " + p.computeAddress() + " answered " + strconv.Itoa(f.Status) + " with a page, not as the API does"
		f.Cure = "check the setting compute_endpoint: this address does not serve the API"
	case !e.isRPC:
		f.What = p.host + " answered " + strconv.Itoa(f.Status) + " with a page, not as the API does"
		f.Cure = "check the settings region (" + t.Region + ") and endpoint: this host does not serve the API"
	case e.Status == "UNIMPLEMENTED", f.Status != http.StatusNotFound:
		f.What = "this API does not know the call"
		f.Cure = "check the setting " + about.setting()
	case compute, about.service == ServicePlatform:
		f.What = p.name(about) + " has no such thing"
		f.Cure = "check the setting project; what was asked for may have been deleted"
		if compute && t.Compute != "" {
			f.Cure = "check the settings compute_endpoint (" + p.computeAddress() + ") and project; what was asked for may have been deleted"
		}
	default:
		f.What = "there is no cluster " + t.Cluster + " in project " + t.Project + ", region " + t.Region
		f.Cure = "check the settings project, region and cluster; the cluster may have been deleted"
	}
}

func expired(f *fault.Fault, e rpcError) {
	switch e.reason {
	case "ACCESS_TOKEN_EXPIRED":
		f.What = "the token has expired"
	case "CREDENTIALS_MISSING":
		f.What = "the request reached the platform without a credential"
	}
}

// invalid tells what is wrong with a request: by the fields that the API names, else by its words, which are only
// good enough to choose the advice; without either all three causes are named.
func (p *platform) invalid(f *fault.Fault, e rpcError, about subject, r Request) {
	if e.Status == "FAILED_PRECONDITION" {
		f.What = p.name(about) + " is not in a state for this"
		f.Cure = "look at the state of the cluster, and try again when it is RUNNING"
		if about.write {
			f.Cure = "look at the state of the cluster and of the node, and try again when they are RUNNING"
		}
		return
	}
	if e.Status == rpcAborted {
		f.What = p.name(about) + " is at work on something else"
		f.Cure = "wait until that has ended, and try again"
		return
	}
	if !about.slurm {
		f.What = p.name(about) + " does not take the request"
		f.Cure = "check what was asked for, and that flexq is up to date"
		return
	}
	hints := strings.ToLower(strings.Join(append(e.fields, e.Message), " "))
	if len(e.fields) > 0 {
		hints = strings.ToLower(strings.Join(e.fields, " "))
	}
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(hints, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("too large", "exceed", "size limit", "payload size"):
		f.What = "the platform finds the request too large"
		f.Cure = fault.TooLarge.Cure()
	case has("path"):
		f.What = "the platform does not take " + tidy(r.Path) + " for a Slurm path"
		f.Cure = "check the setting slurm_version: the cluster may not serve that data version"
	case has("body", "malformed", "parse", "json"):
		f.What = "the platform finds the request malformed"
		f.Cure = "check the values that were given, and that flexq is up to date"
	}
}
