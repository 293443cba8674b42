"""Uniformly random playouts of OpenSpiel's games, as users of its wheel write them.

Started by the `speed` bench. The first line written says what there is; then for every request line, a JSON object,
one JSON line says how many games of how many plies were played in how many seconds.
"""

import json
import random
import sys
import time


def playout(game, limit):
    """Plays one game to its end, or to `limit` plies; chance is sampled and is no ply."""
    state = game.new_initial_state()
    plies = 0
    while plies < limit and not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
    return plies


def sample(game, limit, seconds):
    """Plays games until the time is over, at least one."""
    games = plies = 0
    begun = time.perf_counter()
    while True:
        plies += playout(game, limit)
        games += 1
        spent = time.perf_counter() - begun
        if spent >= seconds:
            return {"games": games, "plies": plies, "seconds": spent}


def answer(pyspiel, games, request):
    name = request["game"]
    if name.split("(")[0] not in pyspiel.registered_names():
        return {"error": "not in this OpenSpiel"}
    if name not in games:
        games[name] = pyspiel.load_game(name)
    return sample(games[name], request["limit"], request["seconds"])


def main():
    try:
        import pyspiel
    except ImportError:
        print(json.dumps({"error": "not found"}), flush=True)
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        installed = version("open_spiel")
    except PackageNotFoundError:
        installed = "of an unknown version"
    print(json.dumps({"version": installed}), flush=True)
    random.seed(1)
    games = {}
    for line in sys.stdin:
        print(json.dumps(answer(pyspiel, games, json.loads(line))), flush=True)


main()
