-- What the pages keep of people who are signed in: nobody's figures, and nothing that
-- evidence rests on.

CREATE TABLE sign_ins (
    digest  TEXT    NOT NULL PRIMARY KEY, -- SHA-256 of the cookie, hexadecimal
    token   TEXT    NOT NULL REFERENCES tokens (id),
    draft   TEXT    NOT NULL, -- the key of the drafts, sealed with the cookie
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
);
CREATE INDEX sign_ins_of_token ON sign_ins (token);

-- Forms that are filled in halfway, sealed with AES-256-GCM under a key that only the
-- secret of the token gives.
CREATE TABLE drafts (
    token TEXT    NOT NULL REFERENCES tokens (id),
    form  TEXT    NOT NULL, -- the address of the form
    body  TEXT    NOT NULL,
    saved INTEGER NOT NULL,
    PRIMARY KEY (token, form)
);

CREATE TABLE preferences (
    token TEXT NOT NULL REFERENCES tokens (id),
    name  TEXT NOT NULL, -- 'language' or 'look'
    value TEXT NOT NULL,
    PRIMARY KEY (token, name)
);
