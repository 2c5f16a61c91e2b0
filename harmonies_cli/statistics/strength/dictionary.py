"""What each column of the strength tables means; the ends of intervals, p and q follow from their column's name."""

from __future__ import annotations

__all__ = ["MEANINGS", "meaning"]

MEANINGS = {
    "scope": "Which games: all, adjusted for their kinds, or one kind of game",
    "certainty": "few observations (not ranked), provisional, or enough",
    "place": "Place among the ranked rows of the same table",
    "n": "Observations of the row: seats, or games",
    "card": "The card",
    "partner": "The other card of the pair",
    "seen": "Seats that had the card on offer",
    "seen_and_taken": "Of these, seats that took it",
    "left": "Seats that had it on offer and never took it",
    "taken": "Times taken",
    "take_rate": "Taken as a share of seen; of tokens, taken as a share of offered",
    "take_rate_adjusted": "The same, adjusted for the kinds of game",
    "take_rate_expected": "The share if the central space were chosen at random",
    "round_taken": "The seat's own turn in which the card was taken, mean, adjusted for the kinds of game",
    "turns_on_offer": "Turns before it was taken that began with it in the row, mean, adjusted for the kinds of game",
    "completed": "Times completed",
    "completion_rate": "Completed as a share of taken",
    "completion_rate_adjusted": "The same, adjusted for the kinds of game",
    "cubes_sum": "Cubes placed",
    "cubes": "Cubes placed, mean, adjusted for the kinds of game",
    "points_sum": "Points, sum",
    "points": "Points, mean, adjusted for the kinds of game",
    "share_of_maximum": "Points as a share of what the completed card gives, mean, adjusted for the kinds of game",
    "points_per_turn_held": "Points in sum over own turns held in sum",
    "points_over_others": "Points more than the other cards bring, by regression with a constant for each kind of game",
    "win_points_taken": "Win points (players x win share; 1 is average) of the seats that took it, mean",
    "win_points_left": "Win points of the seats that had it on offer and left it, mean",
    "improvement": "Win points of seats that took, or chose, it less those of seats that left, or declined, it",
    "rated": "Times taken in games whose seats are all rated",
    "win_points_over_rating": "Win points less what the ratings lead one to expect (twice the Elo expectation), mean",
    "logit": "Coefficient in a conditional logit of winning on the cards taken",
    "dealt": "Seats that were dealt it",
    "chosen": "Seats that chose it",
    "declined": "Seats that were dealt it and chose the other",
    "placed": "Seats that chose it and placed its cube",
    "choice_rate": "Chosen as a share of dealt, where the deal is known",
    "placed_rate": "Placed as a share of chosen",
    "total_chosen": "Total of the seats that chose it, mean, adjusted for the kinds of game",
    "total_declined": "Total of the seats that declined it, mean, adjusted for the kinds of game",
    "win_points_chosen": "Win points of the seats that chose it, mean",
    "win_points_declined": "Win points of the seats that declined it, mean",
    "alone_n": "Seats with the first card and not the second",
    "partner_alone_n": "Seats with the second card and not the first",
    "points_together": "Points of both cards in seats with both, mean",
    "points_expected": "Mean points of the first card alone plus those of the second alone",
    "points_synergy": "Points together less expected",
    "points_synergy_shrunk": "The same, drawn towards 0 by how unsure it is",
    "win_points_together": "Win points of seats with both cards, mean",
    "win_points_expected": "1 plus what each card alone goes with over 1",
    "win_points_synergy": "Win points together less expected",
    "win_points_synergy_shrunk": "The same, drawn towards 0 by how unsure it is",
    "row": "Row of points",
    "winners_n": "Winners; who shares a victory with others counts 1/k",
    "others_n": "Seats that did not win",
    "winners": "Mean of the winners, adjusted for the kinds of game; of totals, how many winners had it",
    "others": "Mean of the other seats, adjusted for the kinds of game; of totals, how many of them had it",
    "difference": "Mean within games of winners less others",
    "winners_difference": "Mean within games of winners less others",
    "share_winners": "Share of the total, mean of the winners",
    "share_others": "Share of the total, mean of the others",
    "logit_per_5": "Coefficient in a conditional logit of winning on 5 points of the row",
    "odds_per_5": "By how much 5 points more of the row multiply the odds of winning",
    "archetype": "Leading landscape, and whether animals make up more than half of the total",
    "wins": "Sum of win shares",
    "win_share": "Win share, mean",
    "win_share_expected": "Mean of 1/n: the win share of an average seat",
    "win_points": "Players x win share, mean; 1 is average",
    "total_sum": "Totals, sum",
    "total": "Total, mean, adjusted for the kinds of game except for solo; of totals, the total itself",
    "log_worth": "Plackett-Luce log worth from the finishing orders; 0 is the mean of the archetypes",
    "seat": "Place in turn order",
    "points_over_game_mean": "Total less the mean total of the same game, mean",
    "letter": "Letter of the token",
    "colour": "Colour of the token",
    "landscape": "What the token is",
    "offered": "Tokens on the central board when seats began their turns",
    "taken_over_expected": "Tokens taken over those a random choice of central spaces would take",
    "measure": "What is compared: the score after a round, or rounds to the first card taken or completed",
    "round": "The seat's own turn",
    "player": "Who it is over many games: the player's id, or else the exact name",
    "opponent": "The other player",
    "opponent_name": "The other player's name, as last recorded",
    "name": "The player's name, as last recorded",
    "beaten": "Games in which the player's rank was better; equal ranks count 1/2",
    "beaten_share": "The same as a share of the games",
    "margin": "Total less the opponent's, mean",
    "rating_mu": "OpenSkill rating after the last game",
    "rating_sigma": "How unsure the rating is",
    "rating_ordinal": "mu - 3 sigma",
    "game_number": "Number of the game among the player's own",
    "mu": "OpenSkill rating after the game",
    "sigma": "How unsure it is",
    "ordinal": "mu - 3 sigma",
    "side": "Side of the boards",
    "spirit_kind": "Kind of the spirit chosen; none without spirits",
    "suns": "Suns, mean",
    "best_total": "Highest total",
    "kind": "Kind of game",
    "space": "Space of the board",
    "empty": "Final boards that leave the space empty",
}
"""Column to its meaning, for all tables."""

_TESTS = {
    "p": "difference",
    "q": "difference",
    "winners_p": "winners_difference",
    "winners_q": "winners_difference",
}
"""Columns of tests that are not named after what they test."""

_SUFFIXES = {
    "_low": "Lower end of the 95 % interval of {}",
    "_high": "Upper end of the 95 % interval of {}",
    "_error": "Standard error, clustered by game, of {}",
    "_p": "p-value of {} (clustered by game)",
    "_q": "False discovery rate (Benjamini-Hochberg) beside the p-value of {}",
}


def meaning(column: str) -> str:
    """Return the meaning of a column of a strength table."""
    if column in MEANINGS:
        return MEANINGS[column]
    if column in _TESTS:
        return _SUFFIXES[f"_{column[-1]}"].format(_TESTS[column])
    if column.removeprefix("suns_").isdecimal():
        return f"Games with {column[5:]} suns"
    if len(column) == 1:
        return f"Final boards with {column} on top of the space"
    for suffix, words in _SUFFIXES.items():
        if column.endswith(suffix):
            return words.format(column.removesuffix(suffix))
    raise KeyError(column)
