package store

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"math/bits"
	"slices"
)

// digestSum is the number of evaluations and the sum of their digests, as numbers of 256 bits
// modulo 2^256. It does not depend on their order, and an evaluation can be subtracted again.
type digestSum struct {
	passes int64
	sum    [4]uint64 // the lowest first
}

// numberOf reads a SHA-256 as a number; anything shorter counts as 0.
func numberOf(digest []byte) (n [4]uint64) {
	if len(digest) != 32 {
		return n
	}
	for i := range n {
		n[i] = binary.BigEndian.Uint64(digest[24-8*i:])
	}
	return n
}

func (d digestSum) plus(o digestSum) digestSum {
	var carry uint64
	for i := range d.sum {
		d.sum[i], carry = bits.Add64(d.sum[i], o.sum[i], carry)
	}
	d.passes += o.passes
	return d
}

func (d digestSum) minus(o digestSum) digestSum {
	var borrow uint64
	for i := range d.sum {
		d.sum[i], borrow = bits.Sub64(d.sum[i], o.sum[i], borrow)
	}
	d.passes -= o.passes
	return d
}

func (d digestSum) bytes() []byte {
	text := make([]byte, 32)
	for i, part := range d.sum {
		binary.BigEndian.PutUint64(text[24-8*i:], part)
	}
	return text
}

// count notes that an evaluation was written, or removed.
func (s session) count(recipe int64, digest []byte, removed bool) {
	if s.sealing.sums == nil {
		s.sealing.sums = map[int64]digestSum{}
	}
	one := digestSum{1, numberOf(digest)}
	if removed {
		s.sealing.sums[recipe] = s.sealing.sums[recipe].minus(one)
	} else {
		s.sealing.sums[recipe] = s.sealing.sums[recipe].plus(one)
	}
}

// insertCounted inserts evaluations, counts the new ones, and returns how many they are.
func (s session) insertCounted(ctx context.Context, rows [][]any) (added int, err error) {
	for len(rows) > 0 {
		n := statementRows(len(rows))
		text, args := insertion(`evaluations (recipe, position, pass, body, digest, used)`, rows[:n])
		err := each(ctx, s, func(row scanner) error {
			var recipe int64
			var digest []byte
			err := row.Scan(&recipe, &digest)
			s.count(recipe, digest, false)
			added++
			return err
		}, text+` ON CONFLICT DO NOTHING RETURNING recipe, digest`, args...)
		if err != nil {
			return added, err
		}
		rows = rows[n:]
	}
	return added, nil
}

const sumColumns = `recipe, passes, sum`

// writeSums brings the sums up to date.
func (s session) writeSums(ctx context.Context) error {
	for _, recipe := range slices.Sorted(maps.Keys(s.sealing.sums)) {
		sum, err := s.lockSum(ctx, recipe)
		if err != nil {
			return err
		}
		sum = sum.plus(s.sealing.sums[recipe])
		if _, err := s.exec(ctx, `UPDATE evaluation_sums SET passes = ?, sum = ? WHERE recipe = ?`,
			sum.passes, hex.EncodeToString(sum.bytes()), recipe); err != nil {
			return err
		}
		if err := s.seal(sealed("evaluation_sums"), []any{recipe, sum.passes, hex.EncodeToString(sum.bytes())}); err != nil {
			return err
		}
	}
	return nil
}

// lockSum reads the sum of a recipe, which it makes if necessary, and locks it until the
// transaction ends.
func (s session) lockSum(ctx context.Context, recipe int64) (digestSum, error) {
	const find = `SELECT passes, sum FROM evaluation_sums WHERE recipe = ?{lock}`
	found, err := all(ctx, s, scanSum, find, recipe)
	if err != nil || len(found) > 0 {
		return first(found), err
	}
	if _, err := s.insert(ctx, `evaluation_sums (recipe, passes, sum)`, [][]any{{recipe, 0, hex.EncodeToString(make([]byte, 32))}}); err != nil {
		return digestSum{}, err
	}
	return one(ctx, s, noLogEnd(), scanSum, find, recipe)
}

func first(found []digestSum) digestSum {
	if len(found) == 0 {
		return digestSum{}
	}
	return found[0]
}

func scanSum(row scanner, d *digestSum) error {
	var text string
	if err := row.Scan(&d.passes, &text); err != nil {
		return err
	}
	d.sum = numberOf(unhex(text)) // a malformed sum differs from the right one
	return nil
}
