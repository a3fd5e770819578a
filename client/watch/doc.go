// Package watch joins what is seen of a cluster with what was seen before: each snapshot goes through flex, which tells
// the differences and works out leases and risks, and what it tells goes into the journal, which knows what has been
// told already, by this program or by another one on the same cluster.
//
//	w := watch.New(watch.Options{Journal: j, Settings: flex.Settings{User: "alice"}, Now: time.Now})
//	defer w.Close(ctx)
//	seen, err := w.Observe(ctx, snapshot) // after each poll
//	for _, e := range seen.Notify {
//		ring(e)
//	}
//
// Without a journal everything is kept in memory.
package watch
