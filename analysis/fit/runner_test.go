package fit

// InOrder is the Runner that uses no other goroutine.
func InOrder(n int, task func(i int)) {
	for i := range n {
		task(i)
	}
}
