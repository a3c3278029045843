package store

import (
	"context"
	"time"

	"fairplay/reports/access"
)

// Proposal is a grant that waits for somebody other than its proposer to give
// it.
type Proposal struct {
	Token string // who is to have it
	access.Grant
	By      string // ID of the token that proposed it
	Created time.Time
}

const proposalColumns = `token, role, event, case_id, federation, proposer, created`

func scanProposal(row scanner, p *Proposal) error {
	return row.Scan(&p.Token, &p.Role, &p.Event, &p.Case, &p.Federation, &p.By, moment{&p.Created})
}

// Propose keeps a proposal and returns it; where the same grant has been
// proposed before, it returns that one. An unknown token is a fault.NotFound
// error.
func (db *DB) Propose(ctx context.Context, p Proposal) (standing Proposal, err error) {
	err = db.transaction(ctx, func(tx session) error {
		if _, err := one(ctx, tx, noToken(p.Token), scanToken, `SELECT `+tokenColumns+` FROM tokens WHERE id = ?`, p.Token); err != nil {
			return err
		}
		key := grantRow(p.Token, p.Grant)
		if _, err := tx.insertSealed(ctx, sealed("grant_proposals"), ``, [][]any{append(key[:5:5], p.By, p.Created)}); err != nil {
			return err
		}
		standing, err = one(ctx, tx, noToken(p.Token), scanProposal, `SELECT `+proposalColumns+` FROM grant_proposals
			WHERE token = ? AND role = ? AND event = ? AND case_id = ? AND federation = ?`, key...)
		return err
	})
	return standing, err
}

// Proposals returns all proposals, in the order of their tokens.
func (db *DB) Proposals(ctx context.Context) ([]Proposal, error) {
	return readAll(ctx, db, scanProposal, `SELECT `+proposalColumns+` FROM grant_proposals ORDER BY token, role, event, case_id, federation`)
}
