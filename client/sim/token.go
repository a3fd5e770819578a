package sim

// Credentials are the two kinds of Application Default Credentials file for one user, and an access token.
type Credentials struct {
	ServiceAccount []byte // a service-account key file; its key was made for this Sim
	AuthorizedUser []byte // as gcloud auth application-default login writes it
}

// Credentials returns credential files for a Linux user ("" means alice); tokenURI is where this Sim's /token is
// reached.
func (s *Sim) Credentials(user, tokenURI string) (Credentials, error) {
	return Credentials{}, nil
}

// AccessToken returns a fresh access token of the platform for a Linux user.
func (s *Sim) AccessToken(user string) string { return "" }

// SlurmToken returns a fresh token for X-SLURM-USER-TOKEN of a Linux user, for direct requests.
func (s *Sim) SlurmToken(user string) string { return "" }

// ExpireTokens makes every access token issued so far invalid; refresh tokens and keys still work.
func (s *Sim) ExpireTokens() {}
