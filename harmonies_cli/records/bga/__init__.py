"""Records of Board Game Arena: logs, saved replay pages, page states and third-party captures (BGA.md)."""

from harmonies_cli.records.bga.errors import BgaError
from harmonies_cli.records.bga.legal_moves import LegalMoves
from harmonies_cli.records.bga.reader import BgaRecord, read_bga
from harmonies_cli.records.bga.recognise import recognise
from harmonies_cli.records.bga.results import SitePlayer, SiteResult

__all__ = ["BgaError", "BgaRecord", "LegalMoves", "SitePlayer", "SiteResult", "read_bga", "recognise"]
