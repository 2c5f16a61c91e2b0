"""Results to hand on: as a play of BG Stats, and as a QR code (docs/plays.md)."""
