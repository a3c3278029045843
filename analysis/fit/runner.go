package fit

// Runner calls task(0) to task(n-1), in any order and on as many goroutines as
// it likes, and returns when all have returned. Results never depend on it.
type Runner func(n int, task func(i int))

// piece is how many items are summed up at a time. It is part of the result:
// sums of floating-point numbers depend on how they are grouped.
const piece = 256

// pieces calls work for every piece [from, to) of n items, and then take for
// each result in order.
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
