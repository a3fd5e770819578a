package main

import "flexq/tui"

// service is what the commands, and the screen, ask of a cluster. Errors are *fault.Fault.
type service = tui.Service
