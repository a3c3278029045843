package pgn

import (
	"strings"
	"unicode/utf8"
)

// codePage is a single-byte encoding.
type codePage struct {
	name string // for people
	high string // the characters of bytes 0x80 to 0xFF; those not assigned are U+FFFD
}

// codePages returns the code pages that chess files come in. The first, Windows-1252, counts
// where nothing speaks for another; it contains ISO 8859-1, which the PGN standard prescribes
// (4.1). KOI8-U contains KOI8-R and adds the Ukrainian letters.
func codePages() []codePage {
	return []codePage{
		{"Windows-1252 (Western European)",
			"€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ" +
				"\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"},
		{"Windows-1251 (Cyrillic)",
			"ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\ufffd™љ›њќћџ" +
				"\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"},
		{"Windows-1250 (Central European)",
			"€\ufffd‚\ufffd„…†‡\ufffd‰Š‹ŚŤŽŹ\ufffd‘’“”•–—\ufffd™š›śťžź" +
				"\u00a0ˇ˘Ł¤Ą¦§¨©Ş«¬\u00ad®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"},
		{"Windows-1254 (Turkish)",
			"€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffd\ufffd\ufffd\ufffd‘’“”•–—˜™š›œ\ufffd\ufffdŸ" +
				"\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ"},
		{"KOI8-R (Cyrillic)",
			"─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u00a0⌡°²·÷" +
				"═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"},
		{"CP866 (Cyrillic, DOS)",
			"АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ" +
				"абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0"},
	}
}

// Indices in codePages of the pages that the rules name.
const (
	windows1252 = iota
	windows1251
	windows1250
	windows1254
)

// decode reads valid UTF-8 as such, and other bytes in the code page.
func (p codePage) decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	table := []rune(p.high)
	var s strings.Builder
	for _, c := range text {
		if c < 0x80 {
			s.WriteByte(c)
		} else {
			s.WriteRune(table[c-0x80])
		}
	}
	return s.String()
}
