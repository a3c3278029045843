package fit

// Runner calls task(0) to task(n-1), in any order and on any number of goroutines, and returns when
// all have returned. Results never depend on the order.
type Runner func(n int, task func(i int))

// piece is the number of items summed up at a time. It is part of the result: sums of
// floating-point numbers depend on their grouping.
const piece = 256

// pieces calls work for every piece [from, to) of n items, then take for each result in order.
func pieces[T any](run Runner, n int, work func(from, to int) T, take func(T)) {
	count := (n + piece - 1) / piece
	results := make([]T, count)
	run(count, func(i int) {
		results[i] = work(i*piece, min((i+1)*piece, n))
	})
	for _, r := range results {
		take(r)
	}
}
