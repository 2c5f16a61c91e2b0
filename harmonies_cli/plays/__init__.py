"""Results to share, as a BG Stats play and as a QR code (docs/plays.md)."""
