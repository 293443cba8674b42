"""OpenSpiel's banqi, played by its own Monte Carlo tree search: an opponent that answers `choose`.

    masque match banqi -o chase_limit=off mcts:simulations=1000 \\
        'engine,simulations=1000:python3 tests/peers/openspiel_banqi.py'

Each request carries the whole game as the seat was told it. It is played again on OpenSpiel's game, whose chance nodes
are given the pieces that were turned up, so that its search sees what the seat sees and no more. The actions that we
allow are compared with OpenSpiel's at every request: where the rules differ the request is refused.

The search is that of OpenSpiel's C++: UCT with the constant 2, uniformly random rollouts, one for each simulation.
"""

import json
import re
import sys

import pyspiel

FILES = "abcdefgh"
# Our letters for its: general, advisor, elephant, chariot, horse, cannon, soldier.
LETTERS = dict(zip("KAERHCP", "GAERHCS"))
SITE = re.compile(r"([a-h])([1-4])")
UCT = 2
ROLLOUTS = 1
MEMORY_MB = 1000


def place(site):
    """Row and column of a site: rows are counted from the far rank."""
    found = SITE.fullmatch(site)
    if not found:
        raise ValueError(f"no site is called {site}")
    return 4 - int(found[2]), FILES.index(found[1])


def key(text):
    """What an action of ours does, as its places."""
    words = text.split()
    if words[0] == "flip":
        return (place(words[1]),)
    found = re.fullmatch(r"([a-h][1-4])x?([a-h][1-4])", text)
    if not found:
        raise ValueError(f"cannot play {text}")
    return place(found[1]), place(found[2])


def keys(state):
    """OpenSpiel's legal actions by what they do."""
    actions = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        places = tuple((int(r), int(c)) for r, c in re.findall(r"\((\d),(\d)\)", text))
        actions[places] = action
    return actions


def reveal(state, events):
    """Gives the chance node the piece that was turned up."""
    shown = next(event.split() for event in events if event.startswith("reveal "))
    letter = LETTERS[shown[2].upper()]
    wanted = f"Reveal:{letter if shown[2].isupper() else letter.lower()}"
    for action, _ in state.chance_outcomes():
        if state.action_to_string(action) == wanted:
            state.apply_action(action)
            return
    raise ValueError(f"{wanted} cannot be turned up")


def mirror(game, request):
    """The state that the request's steps lead to."""
    if set(request["start"].split()[0]) - set("?/8"):
        raise ValueError("only games from the start can be played")
    state = game.new_initial_state()
    for step in request.get("steps", []):
        if "act" in step:
            continue
        state.apply_action(keys(state)[key(step["action"])])
        if state.is_chance_node():
            reveal(state, step["events"])
    return state


def choose(game, request):
    if request.get("variant") != "banqi":
        raise ValueError("only banqi is played here")
    state = mirror(game, request)
    if state.is_terminal() or state.current_player() != request["seat"]:
        raise ValueError("it is not this seat's turn here")
    theirs, ours = keys(state), {key(text): text for text in request["legal"]}
    if set(theirs) != set(ours):
        raise ValueError(f"the rules differ: {sorted(set(theirs) ^ set(ours))}")
    simulations = request.get("simulations", 1000)
    seed = request.get("seed", 0) % 2**31
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT, simulations, MEMORY_MB, True, seed, False)
    action = bot.step(state)
    chosen = next(places for places, a in theirs.items() if a == action)
    return {"ok": True, "action": ours[chosen], "simulations": simulations}


def main():
    game = pyspiel.load_game("banqi")
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = choose(game, request)
        except (ValueError, KeyError, StopIteration) as wrong:
            answer = {"ok": False, "error": {"code": "bridge", "message": str(wrong)}}
        print(json.dumps(answer), flush=True)


main()
