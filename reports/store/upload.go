package store

// Upload is a file as it was received.
type Upload struct {
	SHA256 string // of the bytes as received, hex
	Name   string // as the sender calls it
	Size   int64  // bytes
}
