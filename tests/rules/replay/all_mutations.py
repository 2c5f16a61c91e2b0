"""All mutations of legal games, keyed by the rule that each breaks."""

from tests.rules.replay import faulty_cards, faulty_refills, faulty_tokens
from tests.rules.replay.mutations import MUTATIONS

__all__ = ["MUTATIONS", "faulty_cards", "faulty_refills", "faulty_tokens"]
