// Package frame draws what stands round the contents of widgets: boxes with a title, and the
// scrollbar that says where a view is in something longer.
package frame
