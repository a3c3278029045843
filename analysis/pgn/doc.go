// Package pgn turns PGN text into games: it reads the text, replays the moves
// and names every position by its key.
//
// Reading goes in four steps, each in files of its own: the window holds the
// text of one game and unifies encodings and line ends; the lexer cuts it
// into tags, words and comments and decides where a game ends; the replay
// finds the legal move that each word names; the header gives the facts from
// the tags. One game is in memory at a time.
//
// The rules of movement are those of notnil/chess: it lists the legal moves of
// every Position, and a replay asks it whenever the answer depends on the
// safety of a king: in check, for a man between the king and a line piece, for
// the king's own moves, castling, en passant and mate. The other question,
// whether a piece reaches a square by the rule for its kind, is answered by a
// small board that follows the moves, which makes reading several times
// faster. Tests compare the two on real games.
//
// Decisions where files or readers differ:
//   - A game whose record breaks at a ply (illegal, ambiguous or unreadable
//     move) is kept up to that ply, with the reason in Game.Cut. So is a game
//     with a null move ("--", "Z0"), because nobody knows what was played
//     there; only a null move at the very end is dropped with a note.
//   - A new game starts at the first tag after moves or after a result, at a
//     second Event tag, or where a tag comes again after a blank line. A line
//     that starts with an Event tag starts a game even inside a comment or a
//     variation that was never closed, so that a slip costs one game only.
//   - A comment ends at its first closing brace, as in the standard. Where the
//     moves make no sense in this reading, and more of them do with nested
//     braces, braces nest, with a note.
//   - Each game has its own encoding: nothing before or after it changes how
//     its names are read. Text that is not UTF-8 is read in the code page in
//     which it is most plausible, with a note that names the page and says
//     whether it is doubtful (see plausibility).
//   - A result does not end a game if its moves go on behind it; a note says
//     so. A move with number 1, or without a number behind a blank line, begins
//     a new game.
//   - Move numbers are not needed to read moves; a note names the first one
//     that is not the expected one. Tag names may be in any case.
//   - Text between games that holds neither tags nor moves is named in a note
//     of the game that follows, or in an error at the end of the input.
//   - Piece letters are decided once for a whole game: English unless something in
//     it is a move only in another language, and then the first of English,
//     Russian or Ukrainian, the same with a Latin K for the knight, German,
//     French, Spanish (also Italian), Dutch, Polish, Czech in which the most
//     moves are legal. In Cyrillic games К is a knight and Кр a king.
//   - Games of Chess960 and of variants keep their tags, their result, a note
//     and their moves as written (Game.Unread); these are not replayed.
//   - A set-up position that is impossible, or cannot be read, gives a game
//     without plies, with the reason in Game.Cut; impossible castling rights
//     and en-passant squares are dropped with a note.
package pgn
