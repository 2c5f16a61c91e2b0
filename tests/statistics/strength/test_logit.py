from __future__ import annotations

from typing import Any

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from numpy.typing import NDArray
from statsmodels.discrete.conditional_models import ConditionalLogit

from harmonies_cli.statistics.strength.logit import conditional_logit, lone_logits, orders, plackett_luce, sum_to_zero


def games(size: int, number: int = 200, covariates: int = 3) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    chance = np.random.default_rng(size)
    x = chance.normal(size=(number * size, covariates))
    choice = np.repeat(np.arange(number), size)
    utility = x @ np.arange(covariates) * 0.4 + chance.gumbel(size=number * size)
    best = utility.reshape(number, size).argmax(axis=1)
    chosen = np.zeros((number, size))
    chosen[np.arange(number), best] = 1
    return x, choice, chosen.ravel()


@pytest.mark.parametrize("size", [2, 4])
def test_coefficients_are_those_of_statsmodels(size: int) -> None:
    x, choice, chosen = games(size)
    found = conditional_logit(x, choice, chosen)
    fit = ConditionalLogit(chosen, x, groups=choice).fit(disp=False)
    assert found.value == pytest.approx(fit.params, abs=1e-4)
    # Each game is its own choice: the clustered errors differ from the model's by chance only.
    assert (found.error >= fit.bse * (1 - 1e-4)).all()
    assert found.error == pytest.approx(fit.bse, rel=0.25)


def test_shared_victories_of_two_are_a_logit_of_differences() -> None:
    x, choice, chosen = games(2)
    chosen[:40] = 0.5
    found = conditional_logit(x, choice, chosen)
    difference, share = x[::2] - x[1::2], chosen[::2]
    model = sm.GLM(share, difference, family=sm.families.Binomial())
    clustered, plain = model.fit(cov_type="HC0"), model.fit()
    assert found.value == pytest.approx(plain.params, abs=1e-6)
    assert found.error == pytest.approx(np.maximum(clustered.bse * np.sqrt(200 / 199), plain.bse), rel=1e-6)
    assert found.clusters == 200


def test_a_shared_victory_is_each_winners_row_at_half_weight() -> None:
    x, choice, chosen = games(3)
    shared = chosen.copy()
    shared[:3] = [0.5, 0.5, 0]
    found = conditional_logit(x, choice, shared)
    # The same as all games twice, with the shared one won once by each winner.
    twice_x = np.concatenate([x, x])
    twice = np.concatenate([chosen, chosen])
    twice[:3], twice[600:603] = [1, 0, 0], [0, 1, 0]
    fit = ConditionalLogit(twice, twice_x, groups=np.concatenate([choice, choice + 200])).fit(disp=False)
    assert found.value == pytest.approx(fit.params, abs=1e-4)


def test_chosen_without_error_has_no_coefficients() -> None:
    x, choice, _ = games(2, covariates=1)
    perfect = np.zeros(400)
    best = x.reshape(200, 2).argmax(axis=1)
    perfect.reshape(200, 2)[np.arange(200), best] = 1
    assert np.isnan(conditional_logit(x, choice, perfect).value).all()


def test_covariates_with_a_fixed_sum_are_known_up_to_their_mean() -> None:
    x, choice, chosen = games(2)
    shares = np.abs(x) / np.abs(x).sum(axis=1, keepdims=True)
    found = conditional_logit(shares, choice, chosen)
    assert found.value.sum() == pytest.approx(0, abs=1e-6)
    dropped = conditional_logit(shares[:, 1:] - 0, choice, chosen).value
    assert found.value[1:] - found.value[0] == pytest.approx(dropped, abs=1e-5)


def test_coefficients_that_sum_to_zero_beside_a_count_are_those_of_a_model_without_one_item() -> None:
    chance = np.random.default_rng(4)
    held = (chance.random((800, 4)) < 0.4).astype(float)
    choice = np.repeat(np.arange(400), 2)
    utility = held @ np.array([1.0, 0.5, 0.5, 0.2]) + chance.gumbel(size=800)
    chosen = (utility.reshape(400, 2) == utility.reshape(400, 2).max(axis=1, keepdims=True)).ravel().astype(float)
    coding = np.zeros((5, 4))
    coding[:4, :3], coding[4, 3] = sum_to_zero(4), 1
    found = conditional_logit(np.column_stack([held, held.sum(axis=1)]), choice, chosen, coding=coding)
    fit = ConditionalLogit(chosen, held, groups=choice).fit(disp=False)
    assert found.value[:4] == pytest.approx(fit.params - fit.params.mean(), abs=1e-3)
    assert found.value[4] == pytest.approx(fit.params.mean(), abs=1e-3)
    contrast = np.eye(4) - 0.25
    plain = np.sqrt(np.diag(contrast @ fit.cov_params() @ contrast))
    assert (found.error[:4] >= plain * (1 - 1e-3)).all()
    assert found.error[:4] == pytest.approx(plain, rel=0.2)


def test_blocks_give_what_one_pass_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    x, choice, chosen = games(3)
    game = choice // 2
    whole = conditional_logit(x, choice, chosen, game)
    monkeypatch.setattr("harmonies_cli.statistics.strength.choices._ROWS", 50)
    parted = conditional_logit(x, choice, chosen, game)
    assert parted.value == pytest.approx(whole.value, abs=1e-9)
    assert parted.error == pytest.approx(whole.error, abs=1e-9)
    assert parted.clusters == whole.clusters == 100


def log_likelihoods(
    value: NDArray[Any], x: NDArray[Any], choice: NDArray[Any], chosen: NDArray[Any], game: NDArray[Any]
) -> NDArray[Any]:
    """Return the log likelihood of each game, choice by choice."""
    of_game = np.zeros(game.max() + 1)
    for one in np.unique(choice):
        rows = choice == one
        utility = x[rows] @ value
        of_game[game[rows][0]] += chosen[rows] @ (utility - np.log(np.exp(utility).sum()))
    return of_game


def gradients(value: NDArray[Any], *data: NDArray[Any]) -> NDArray[Any]:
    """Return the derivatives of the log likelihood of each game, by differences; games by covariates."""
    moves = np.eye(len(value)) * 1e-5
    return np.stack(
        [(log_likelihoods(value + move, *data) - log_likelihoods(value - move, *data)) / 2e-5 for move in moves], axis=1
    )


def test_errors_are_those_of_the_derivatives_whatever_the_sizes_and_weights_of_a_games_choices() -> None:
    chance = np.random.default_rng(40)
    sizes = [3, 2, 2] * 80  # the choices of each game
    choice, game = np.repeat(np.arange(240), sizes), np.repeat(np.arange(240) // 3, sizes)
    x = chance.normal(size=(len(choice), 2))
    # Each game likes the first covariate, or dislikes it: its choices are alike.
    utility = x[:, 0] * chance.choice([-2.0, 3.0], 80)[game] + chance.gumbel(size=len(choice))
    weight = chance.choice([0.5, 1.0], 240)
    chosen = np.zeros(len(choice))
    for one in range(240):
        rows = np.flatnonzero(choice == one)
        chosen[rows[utility[rows].argmax()]] = weight[one]
    found = conditional_logit(x, choice, chosen, game)
    data = (x, choice, chosen, game)
    of_games = gradients(found.value, *data)
    assert of_games.sum(axis=0) == pytest.approx([0, 0], abs=1e-6)
    moves = np.eye(2) * 1e-4
    ends = [(gradients(found.value + move, *data), gradients(found.value - move, *data)) for move in moves]
    bread = np.linalg.inv([(low - high).sum(axis=0) / 2e-4 for high, low in ends])
    clustered = bread @ (of_games.T @ of_games) @ bread * 80 / 79
    assert clustered[0, 0] > 1.2 * bread[0, 0]
    assert found.error == pytest.approx(np.sqrt(np.maximum(np.diag(clustered), np.diag(bread))), rel=1e-4)


def test_a_choice_with_one_alternative_says_nothing() -> None:
    x, choice, chosen = games(2, 30)
    alone = conditional_logit(x, choice, chosen)
    more = conditional_logit(np.vstack([x, [[9.0, 9, 9]]]), np.append(choice, 30), np.append(chosen, 1))
    np.testing.assert_array_equal(more.value, alone.value)
    np.testing.assert_array_equal(more.error, alone.error)
    assert np.isnan(conditional_logit(x[::2], choice[::2], chosen[::2]).value).all()


def test_covariates_fitted_alone_are_models_of_one_covariate_each() -> None:
    x, choice, chosen = games(3, 120)
    same = np.repeat(np.arange(120.0), 3)[:, None]  # equal within each choice
    winner = chosen[:, None] + 0.0
    found = lone_logits(np.hstack([x, same, winner]), choice, chosen)
    for column in range(x.shape[1]):
        one = conditional_logit(x[:, [column]], choice, chosen)
        assert found.value[column] == pytest.approx(one.value[0], rel=1e-9)
        assert found.error[column] == pytest.approx(one.error[0], rel=1e-9)
    assert np.isnan([found.value[-2:], found.error[-2:]]).all()


def test_orders_agree_with_ranks() -> None:
    assert orders((2, 1, 3)) == [(1, 0, 2)]
    assert orders((1, 1, 3)) == [(0, 1, 2), (1, 0, 2)]
    assert len(orders((1, 1, 1, 1))) == 24
    assert len(orders((1, 1, 3, 3))) == 4


@pytest.mark.parametrize("size", [2, 3, 4])
def test_worths_are_those_of_choix(size: int) -> None:
    chance = np.random.default_rng(size)
    number, items = 150, 5
    item = np.array([chance.permutation(items)[:size] for _ in range(number)])
    rank = np.array([chance.permutation(size) + 1 for _ in range(number)])
    rank[:30, :2] = rank[:30, :2].min(axis=1, keepdims=True)  # ties
    found = plackett_luce(np.repeat(np.arange(number), size), item.ravel(), rank.ravel(), items)
    rankings = []
    for things, ranks in zip(item, rank, strict=True):
        ways = orders(tuple(ranks))
        rankings += [tuple(things[list(way)]) for way in ways] * (24 // len(ways))
    wanted = choix.ilsr_rankings(items, rankings)
    assert found["worth"].to_numpy() == pytest.approx(wanted - wanted.mean(), abs=1e-5)
    assert found["error"].between(0.01, 1).all()


def test_without_a_maximum_there_are_no_worths() -> None:
    chance = np.random.default_rng(3)
    item = np.array([chance.permutation(4)[:2] for _ in range(600)])
    rare = np.arange(0, 600, 20)
    item[rare, 0] = 4  # it takes part in one of 20 games, and loses each
    rank = np.array([chance.permutation(2) + 1 for _ in range(600)])
    rank[rare] = [2, 1]
    found = plackett_luce(np.repeat(np.arange(600), 2), item.ravel(), rank.ravel(), 5)
    assert found["worth"].isna().all() and found["error"].isna().all()
    rank[0] = [1, 2]
    once = plackett_luce(np.repeat(np.arange(600), 2), item.ravel(), rank.ravel(), 5)
    assert once["worth"].idxmin() == 4
    assert once["error"][4] > 0.3


def test_errors_of_worths_do_not_depend_on_the_order_of_items() -> None:
    chance = np.random.default_rng(1)
    game, item = np.repeat(np.arange(300), 2), np.array([chance.permutation(4)[:2] for _ in range(300)]).ravel()
    rank = np.array([chance.permutation(2) + 1 for _ in range(300)]).ravel()
    one, other = plackett_luce(game, item, rank, 4), plackett_luce(game, 3 - item, rank, 4)
    assert one.to_numpy() == pytest.approx(other[::-1].to_numpy())
