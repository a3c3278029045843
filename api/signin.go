package api

import (
	"cmp"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"maps"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// SignInLife is how long a person stays signed in on the pages.
const SignInLife = 12 * time.Hour

// SignedIn is somebody who is signed in on the pages.
type SignedIn struct {
	Token  store.Token
	Wishes map[string]string // how he wants pages shown, by name
	hash   []byte            // of the cookie
	key    []byte            // of his drafts
}

// SignIn signs the holder of a token in on the pages and returns his cookie. A token that opens nothing is
// Unauthenticated, whatever it lacks, and after several the caller's address is held back as on the
// API. The sign-in is in the audit when SignIn returns.
func (s *Server) SignIn(c echo.Context, secret string) (cookie string, err error) {
	secret = bearer("Bearer " + secret)
	token, err := s.tokenOf(c, secret)
	if err == nil {
		err = token.Valid(s.now())
	}
	if kind := fault.KindOf(err); kind == fault.Unauthenticated || kind == fault.NotFound {
		if faultOf(err).Code != codeNoToken {
			_ = s.door.Refused(c.Request().Context(), door.Attempt{From: c.RealIP()}, nil, err) // the refusal stands, audited or not
		}
		return "", fault.New(fault.Unauthenticated, "sign_in", "this token opens nothing here")
	} else if err != nil {
		return "", err
	}
	return s.signIn(c.Request().Context(), token, keyOf("fairplay drafts", secret))
}

// SignInHere signs in the holder of a token that the program itself has made, named by its ID, without its
// secret: the person at this computer.
func (s *Server) SignInHere(ctx context.Context, id string) (cookie string, err error) {
	token, err := s.store.Token(ctx, id)
	if err != nil {
		return "", err
	}
	return s.signIn(ctx, token, keyOf("fairplay drafts here", hex.EncodeToString(token.Hash)))
}

func (s *Server) signIn(ctx context.Context, token store.Token, drafts []byte) (cookie string, err error) {
	bits, err := store.Random(s.random, secretBytes)
	if err != nil {
		return "", err
	}
	cookie = base64.RawURLEncoding.EncodeToString(bits)
	now := s.now().UTC()
	sealed, err := s.seal(keyOf("fairplay sign-in", cookie), drafts)
	if err != nil {
		return "", err
	}
	in := store.SignIn{Hash: HashSecret(cookie), Token: token.ID, DraftKey: sealed, Created: now, Expires: now.Add(SignInLife)}
	if err := s.store.AddSignIn(ctx, in); err != nil {
		return "", err
	}
	s.uses.note(token, now)
	return cookie, s.auditSignIn(ctx, token, "signIn")
}

// auditSignIn notes that somebody came or left.
func (s *Server) auditSignIn(ctx context.Context, token store.Token, action string) error {
	return s.auditor.Append(context.WithoutCancel(ctx), store.AuditEntry{At: s.now().UTC(), Token: token.ID, Action: action, Subject: token.ID})
}

// SignedIn returns who has a cookie. A sign-in that has ended, or whose token opens nothing any more, is
// Unauthenticated; its Person can still keep a draft for a week.
func (s *Server) SignedIn(ctx context.Context, cookie string) (SignedIn, error) {
	ended := fault.New(fault.Unauthenticated, "signed_out", "you are not signed in")
	in, token, wishes, err := s.store.Visitor(ctx, HashSecret(cookie))
	if fault.KindOf(err) == fault.NotFound {
		return SignedIn{}, ended
	} else if err != nil {
		return SignedIn{}, err
	}
	who := SignedIn{Token: token, Wishes: wishes, hash: in.Hash}
	if who.key, err = unseal(keyOf("fairplay sign-in", cookie), in.DraftKey); err != nil {
		return SignedIn{}, err
	}
	if now := s.now(); !now.Before(in.Expires) || token.Valid(now) != nil {
		return who, ended
	}
	return who, nil
}

// SignOut ends a sign-in.
func (s *Server) SignOut(ctx context.Context, who SignedIn) error {
	if err := s.store.EndSignIn(ctx, who.hash); err != nil {
		return err
	}
	return s.auditSignIn(ctx, who.Token, "signOut")
}

// KeepDraft keeps a half-filled form of a person, by its address, for a week; an empty text removes it. It is
// encrypted with a key that the store does not have.
func (s *Server) KeepDraft(ctx context.Context, who SignedIn, form, text string) error {
	d := store.Draft{Token: who.Token.ID, Form: form, Saved: s.now().UTC()}
	if text != "" {
		var err error
		if d.Body, err = s.seal(who.key, []byte(text)); err != nil {
			return err
		}
	}
	return s.store.SaveDraft(ctx, d)
}

// Draft returns the half-filled form of a person that KeepDraft kept, "" if there is none.
func (s *Server) Draft(ctx context.Context, who SignedIn, form string) (string, error) {
	d, err := s.store.Draft(ctx, who.Token.ID, form, s.now().UTC())
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	} else if err != nil {
		return "", err
	}
	text, err := unseal(who.key, d.Body)
	return string(text), err
}

// Prefer keeps how a person wants pages shown.
func (s *Server) Prefer(ctx context.Context, who SignedIn, name, value string) error {
	return s.store.Prefer(ctx, who.Token.ID, name, value)
}

// keyOf derives a key for AES-256 from a secret of 256 random bits.
func keyOf(purpose, secret string) []byte {
	sum := sha256.Sum256([]byte(purpose + "\x00" + secret))
	return sum[:]
}

// seal encrypts a text with AES-256-GCM under a random nonce, which comes first.
func (s *Server) seal(key, text []byte) (string, error) {
	gcm, err := gcmOf(key)
	if err != nil {
		return "", err
	}
	nonce, err := store.Random(s.random, gcm.NonceSize())
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(gcm.Seal(nonce, nonce, text, nil)), nil
}

// unseal undoes seal; what was sealed with another key, or altered, is Corrupt.
func unseal(key []byte, sealed string) ([]byte, error) {
	gcm, err := gcmOf(key)
	if err != nil {
		return nil, err
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < gcm.NonceSize() {
		return nil, fault.New(fault.Corrupt, "sealed", "what was kept encrypted cannot be read")
	}
	text, err := gcm.Open(nil, raw[:gcm.NonceSize()], raw[gcm.NonceSize():], nil)
	if err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "sealed", "what was kept encrypted cannot be read")
	}
	return text, nil
}

func gcmOf(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// signedIn is the key under which the context of a request has the token of a person.
type signedIn struct{}

// Do lets a person who is signed in do one operation, by the same door, limits and audit as a caller of
// the API. An error is in the form in which a client may see it.
func (s *Server) Do(c echo.Context, who SignedIn, a door.Attempt, do func(*door.Caller) error) error {
	a.From, a.Subject = c.RealIP(), cmp.Or(a.Case, a.Subject, a.Event)
	requestOf(c).private = requestOf(c).private || s.actions[a.Operation].ByProcedure()
	err := s.admit(named(c, who), a, true, do)
	if err == nil {
		return nil
	}
	f := faultOf(err)
	s.logFault(c, f, statusOf(f))
	return f
}

// Pass answers the request of a person who is signed in as an operation of the API does: with a document, or
// with server-sent events. The address of his page names its parameters as that of the API does, and a field of
// its query that is left empty is not there.
func (s *Server) Pass(c echo.Context, who SignedIn, operation string) error {
	route := s.operations[operation]
	c.SetPath(route.path)
	query := c.QueryParams()
	maps.DeleteFunc(query, func(_ string, values []string) bool { return strings.TrimSpace(strings.Join(values, "")) == "" })
	c.Request().URL.RawQuery = query.Encode()
	return s.guard(operation)(route.answer)(named(c, who))
}

// named is the request of a page in the name of the person who is signed in.
func named(c echo.Context, who SignedIn) echo.Context {
	c.SetRequest(c.Request().WithContext(context.WithValue(c.Request().Context(), signedIn{}, who.Token)))
	return c
}

// Journals is the door to what is known of events besides their games.
func (s *Server) Journals() *journal.Service { return s.journals }

// StatusOf is the status with which the API answers an error.
func StatusOf(err error) int { return statusOf(faultOf(err)) }

// Mount adds the routes of the pages, which get the same log, headers and recovery as operations.
func (s *Server) Mount(register func(*echo.Echo)) { register(s.echo) }

// May reports whether a person may do an operation on something, for a page that offers it.
func (s *Server) May(who SignedIn, operation string, on access.On) bool {
	return s.door.May(operation, who.Token, on)
}

// LocalToken makes the token of the person at this computer: a chief arbiter, who sees the events that he
// creates. Nobody has its secret.
func LocalToken(random io.Reader, at time.Time) (store.Token, error) {
	id, err := store.NewID(random)
	if err != nil {
		return store.Token{}, err
	}
	_, hash, err := NewSecret(random)
	return store.Token{ID: id, Name: "this computer", Hash: hash, Grants: []access.Grant{{Role: access.ChiefArbiter}}, Created: at}, err
}
