"""What a player of Commands & Colors sees: the board, the pieces, the cards, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.view import observe
from walstatt.games.ccn.world import CcnCtx, CcnWorld
from walstatt.i18n.catalogue import LANGUAGES, Message
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.match import Match
from walstatt.scene.model import (
    AnyTray,
    Cell,
    Counters,
    Hand,
    HexBoard,
    Marks,
    Piece,
    Pool,
    Roster,
    Scene,
)
from walstatt.scene.text import render
from walstatt.scene.unnamed import unnamed
from walstatt.workshop.covers import covers

FRENCH, ALLIED = Seat("french"), Seat("allied")
SECRETS = {"french": ("bombard", "forward", "forward"), "allied": ("elan", "rally", "short_supply")}


class Battle:
    """A battle just begun, whose world can be changed before it is looked at."""

    def __init__(self, scenario: str = "rolica_1") -> None:
        self.game = Match.start(CCN, scenario, seed=1).game

    @property
    def ctx(self) -> CcnCtx:
        return self.game.scopes[0]

    @property
    def world(self) -> CcnWorld:
        return self.ctx.world

    def scene(self, seat: Seat | None = FRENCH) -> Scene:
        return CCN.scene(self.ctx.rules, observe(self.ctx, seat), seat)

    def unit(self, at: str) -> UnitId:
        return self.world.unit_at[BOARD.parse(at)]

    def mark(self, at: str, **changes: Any) -> None:  # noqa: ANN401 - fields of a unit
        unit = self.unit(at)
        self.world.units[unit] = replace(self.world.units[unit], **changes)

    def deal(self) -> Battle:
        """Give both sides cards that nobody else has."""
        self.world.hands = {Seat(seat): cards for seat, cards in SECRETS.items()}
        return self


def cells(scene: Scene) -> dict[str, Cell]:
    board = scene.boards[0]
    assert isinstance(board, HexBoard)
    return {BOARD.label(CellId(cell.id)): cell for cell in board.cells}


def pieces(scene: Scene) -> dict[str, Piece]:
    return {piece.id: piece for piece in scene.pieces}


def tray(scene: Scene, name: str) -> AnyTray:
    return next(one for one in scene.trays if one.id == name)


def trays(scene: Scene) -> list[str]:
    return [one.id for one in scene.trays]


def said(message: Message | None, language: str = "en") -> str:
    assert message is not None
    return CCN.catalogue.text(message, language)


def badges(piece: Piece) -> list[tuple[str, int | None]]:
    return [(badge.kind, badge.n) for badge in piece.badges]


# -- the board ------------------------------------------------------------------------------------


@covers("CCN-2.3")
@pytest.mark.parametrize(
    ("at", "terrain", "level"),
    [
        ("9,6", ("hill",), 1),
        ("7,7", ("hill",), 1),
        ("8,6", ("building",), 0),
        ("5,3", ("forest",), 0),
        ("4,6", ("shallow_river",), 0),
    ],
)
def test_the_ground_of_rolica(at: str, terrain: tuple[str, ...], level: int) -> None:
    cell = cells(Battle().scene())[at]
    assert (cell.terrain, cell.level) == (terrain, level)


def test_clear_hexes_are_not_listed() -> None:
    found = cells(Battle().scene())
    assert len(found) == 38
    assert "5,6" not in found


def test_a_bridge_lies_on_its_river_if_there_is_a_tile_below() -> None:
    assert cells(Battle("manoeuvres").scene())["5,3"].terrain == ("river", "bridge")
    assert cells(Battle("river_coa").scene())["1,10"].terrain == ("bridge",)


@covers("CCN-16.6.1")
def test_field_works_show_the_sides_they_protect() -> None:
    found = cells(Battle("manoeuvres").scene())
    assert (found["3,10"].terrain, found["3,10"].dirs) == (("field_works",), (0, 5))
    assert found["7,3"].dirs == (1, 2, 3)


@covers("CCN-2.3")
def test_a_tile_that_was_taken_away_is_gone() -> None:
    battle = Battle("manoeuvres")
    battle.world.removed = (BOARD.parse("3,10"),)
    cell = cells(battle.scene())["3,10"]
    assert (cell.terrain, cell.dirs) == ((), ())


@covers("CCN-1.2.3")
def test_section_lines_run_between_the_fourth_and_fifth_and_the_ninth_and_tenth_columns() -> None:
    board = Battle().scene().boards[0]
    assert [(stroke.kind, stroke.points) for stroke in board.strokes] == [
        ("section", ((400, 0), (400, 808))),
        ("section", ((900, 0), (900, 808))),
    ]
    fourth, fifth = (BOARD.centre(BOARD.parse(at))[0] for at in ("9,4", "9,5"))
    assert (fourth, fifth) == (3.5, 4.5)


@covers("CCN-3.8")
def test_objectives_are_marked_and_say_what_they_are_worth() -> None:
    scene = Battle().scene()
    assert scene.overlays == (Marks("objective", cells=tuple(map(BOARD.parse, ("9,6", "9,8")))),)
    (badge,) = cells(scene)["9,6"].badges
    assert badge.kind == "objective"
    assert said(badge.text) == "1 banner for the Allies while they hold it"
    assert said(badge.text, "de") == "Alliierte haben 1 Siegesfahne, solange sie es halten"


def test_objectives_and_landmarks_have_names() -> None:
    found = cells(Battle("waterloo").scene())
    names = {said(cell.name) for cell in found.values() if cell.name}
    assert names == {"Hougoumont", "La Haye Sainte", "Papelotte"}
    assert said(cells(Battle("river_coa").scene())["7,1"].name) == "Fortress of Almeida"
    assert cells(Battle("empty").scene()) == {}


def test_a_held_objective_belongs_to_its_holder() -> None:
    battle = Battle("manoeuvres")
    assert {cell.owner for cell in cells(battle.scene()).values()} == {""}
    battle.world.claimed = (0,)
    battle.world.claims = {1: (battle.unit("3,6"),)}
    found = cells(battle.scene())
    assert (found["3,10"].owner, found["5,7"].owner) == (FRENCH, ALLIED)
    assert said(found["5,7"].badges[0].text) == "the Allies have its banner"


@covers("CCN-20.3")
def test_exits_say_who_may_leave() -> None:
    scene = Battle("river_coa").scene()
    (badge,) = cells(scene)["1,10"].badges
    assert badge.kind == "exit"
    told = "1 banner for each unit of the Allies that leaves here, 1 for each leader"
    assert said(badge.text) == told
    assert scene.overlays == (Marks("objective", cells=(BOARD.parse("1,10"),)),)


# -- the pieces -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "code", "name", "strength", "livery"),
    [
        ("6,6", "LN", "French line infantry", (4, 4), "french"),
        ("7,7", "FA", "French foot artillery", (3, 3), "french"),
        ("2,6", "LT", "British light infantry", (5, 5), "british"),
        ("1,7", "HC", "British heavy cavalry", (3, 3), "british"),
        ("2,11", "LTP", "Portuguese light infantry", (5, 5), "portuguese"),
    ],
)
def test_the_units_of_rolica(
    at: str, code: str, name: str, strength: tuple[int, int], livery: str
) -> None:
    battle = Battle()
    piece = pieces(battle.scene())[battle.unit(at)]
    assert (piece.code, said(piece.name)) == (code, name)
    assert (piece.now, piece.most) == strength
    assert (piece.livery, piece.sprite) == (livery, f"ccn/{code[:2]}")


def test_lost_blocks_are_seen() -> None:
    battle = Battle()
    battle.mark("6,6", blocks=1)
    piece = pieces(battle.scene())[battle.unit("6,6")]
    assert (piece.now, piece.most) == (1, 4)


@covers("CCN-20.4")
def test_brown_blocks_are_dutch_belgian_at_waterloo() -> None:
    found = Battle("waterloo").scene().pieces
    brown = {(one.code, said(one.name)) for one in found if one.livery == "portuguese"}
    assert ("LND", "Dutch-Belgian line infantry") in brown
    assert not any("Portuguese" in name for _, name in brown)


@covers("CCN-2.9")
def test_leaders_stand_with_their_units_or_alone() -> None:
    battle = Battle("manoeuvres")
    found = pieces(battle.scene())
    with_guard, alone = found["lannes"], found["lasalle"]
    assert (with_guard.inside, alone.inside) == (battle.unit("8,7"), "")
    assert (with_guard.code, said(alone.name), alone.sprite) == ("LAN", "Lasalle", "ccn/leader")
    assert (found["silveira"].livery, found["silveira"].owner) == ("portuguese", ALLIED)
    assert pieces(Battle("waterloo").scene())["d-erlon"].code == "ERL"


def test_units_show_what_they_did() -> None:
    battle = Battle()
    battle.mark("3,5", ordered=True, moved=1, barred=True)
    battle.mark("3,6", ordered=True, fought=True, barred=True)
    battle.mark("3,7", joined=True)
    battle.mark("3,9", square=2)
    found = pieces(battle.scene())
    shown = [badges(found[battle.unit(at)]) for at in ("3,5", "3,6", "3,7", "3,9", "2,1")]
    assert shown == [
        [("ordered", None), ("moved", 1), ("ccn/barred", None)],
        [("ordered", None), ("ccn/fought", None)],
        [("ccn/joined", None)],
        [("square", 2)],
        [],
    ]


def test_leaders_show_orders_and_moves() -> None:
    battle = Battle()
    him = battle.world.leaders[UnitId("trant")]
    battle.world.leaders[UnitId("trant")] = replace(him, ordered=True, moved=True)
    found = pieces(battle.scene())
    assert badges(found["trant"]) == [("ordered", None), ("moved", None)]
    assert badges(found["wellesley"]) == []


# -- cards ----------------------------------------------------------------------------------------


def titles(hand: AnyTray) -> list[str]:
    assert isinstance(hand, Hand)
    return [said(card.title) for card in hand.cards]


def sent(scene: Scene) -> str:
    return msgspec.json.encode(scene).decode()


def told_of(scene: Scene, cards: Iterable[str]) -> list[str]:
    """List which cards a scene gives away."""
    return [card for card in cards if f"ccn.card.{card}" in sent(scene)]


@covers("CCN-2.5")
def test_one_sees_ones_own_hand_and_the_backs_of_the_other() -> None:
    battle = Battle().deal()
    scene = battle.scene(FRENCH)
    own, other = tray(scene, "hand-french"), tray(scene, "hand-allied")
    assert isinstance(own, Hand)
    assert isinstance(other, Hand)
    assert [(card.id, card.n) for card in own.cards] == [("bombard", 1), ("forward", 2)]
    assert titles(own) == ["Bombard", "Forward"]
    assert said(own.cards[1].text) == "Order 2 units or leaders in each section."
    assert (other.cards, other.down) == ((), 3)
    assert trays(scene)[-2] == "hand-french"


@covers("CCN-2.5")
@pytest.mark.parametrize("seat", [FRENCH, ALLIED, None])
def test_no_hand_is_given_away(seat: Seat | None) -> None:
    scene = Battle().deal().scene(seat)
    for owner, cards in SECRETS.items():
        assert told_of(scene, cards) == (list(cards) if owner == seat else [])


@covers("CCN-14.1.10")
@pytest.mark.parametrize("seat", [FRENCH, ALLIED, None])
def test_cards_under_squares_are_seen_by_their_owner_only(seat: Seat | None) -> None:
    battle = Battle()
    battle.world.square_cards[ALLIED] = ("", "elan", "", "rally")
    board = tray(battle.scene(seat), "squares-allied")
    assert isinstance(board, Hand)
    if seat == ALLIED:
        assert (titles(board), board.down) == (["Square 2: Élan", "Square 4: Rally"], 0)
    else:
        assert (board.cards, board.down) == ((), 2)
        assert told_of(battle.scene(seat), ("elan", "rally")) == []
    assert "squares-french" not in trays(battle.scene(seat))


@covers("CCN-18.5")
@pytest.mark.parametrize("seat", [FRENCH, ALLIED, None])
def test_cards_drawn_for_a_scout_are_seen_by_the_scout_only(seat: Seat | None) -> None:
    battle = Battle().deal()
    battle.world.active = ALLIED
    battle.world.scouted = ("leadership", "probe_left")
    drawn = tray(battle.scene(seat), "scouted")
    assert isinstance(drawn, Hand)
    if seat == ALLIED:
        assert titles(drawn) == ["Leadership", "Probe Left Flank"]
    else:
        assert (drawn.cards, drawn.down) == ((), 2)


def test_piles_are_counted_and_discards_are_open() -> None:
    battle = Battle()
    assert "discards" not in trays(battle.scene())
    battle.world.discards = ("forward", "bombard", "forward")
    scene = battle.scene(None)
    piles, open_ = tray(scene, "piles"), tray(scene, "discards")
    assert isinstance(piles, Counters)
    assert [(one.id, one.now) for one in piles.counters] == [("deck", 59), ("discarded", 3)]
    assert isinstance(open_, Pool)
    assert [(said(one.name), one.n) for one in open_.counts] == [("Bombard", 1), ("Forward", 2)]


def test_the_card_in_play_cannot_be_taken_for_one_in_hand() -> None:
    battle = Battle().deal()
    battle.world.card = battle.world.effect = "forward"
    card = tray(battle.scene(), "in-play")
    assert isinstance(card, Hand)
    assert [one.id for one in card.cards] == ["played/forward"]
    battle.world.card = "counter_attack"
    assert titles(tray(battle.scene(), "in-play")) == ["Counter-attack", "Forward"]


# -- the course of the battle ---------------------------------------------------------------------


@covers("CCN-3.1")
def test_banners_and_how_many_win() -> None:
    battle = Battle("talavera")
    battle.world.banners[ALLIED] = 3
    banners = tray(battle.scene(None), "banners")
    assert isinstance(banners, Counters)
    shown = [(one.owner, one.now, one.most) for one in banners.counters]
    assert shown == [(FRENCH, 0, 7), (ALLIED, 3, 7)]


@covers("CCN-4.2")
def test_the_five_phases_and_the_present_one() -> None:
    battle = Battle()
    battle.world.phase = "combat"
    scene = battle.scene()
    assert [said(phase) for phase in scene.phases] == ["Command", "Order", "Move", "Combat", "Draw"]
    assert scene.phase == 3
    assert said(scene.phases[4], "de") == "Nachzieh-Phase"


def test_the_status_tells_turn_card_and_command_value() -> None:
    battle = Battle()
    world = battle.world
    world.turn, world.active, world.command = 7, FRENCH, 5
    world.card = world.effect = "attack_center"
    world.last_cards = {FRENCH: "attack_center", ALLIED: "bombard"}
    assert list(map(said, battle.scene(None).status)) == [
        "Turn 7: French",
        "Card: Attack Center. Command value 5.",
        "Last card before (Allies): Bombard",
    ]
    world.card, world.effect = "counter_attack", "bombard"
    told = [said(line, "de") for line in battle.scene(None).status]
    assert told[1] == "Karte: Gegenangriff, gilt als Bombardement. Command-Wert 5."


@covers("CCN-1.2.4")
def test_each_player_is_told_where_his_flanks_are() -> None:
    battle = Battle()
    shown = [said(battle.scene(seat).status[1]) for seat in (FRENCH, ALLIED)]
    assert shown == [
        "Your left flank: columns 10 to 13; your right flank: columns 1 to 4",
        "Your left flank: columns 1 to 4; your right flank: columns 10 to 13",
    ]
    assert len(battle.scene(None).status) == 1


def test_sides_have_their_colours() -> None:
    sides = Battle().scene().sides
    assert [(one.seat, one.livery, one.mark) for one in sides] == [
        (FRENCH, "french", "F"),
        (ALLIED, "british", "A"),
    ]


def about(scenario: str, language: str = "en") -> dict[str, str]:
    """Give what is told about a battle, by row."""
    notes = tray(Battle(scenario).scene(None), "battle")
    assert isinstance(notes, Roster)
    assert notes.folded
    parts = {
        row.id: (row.name, *(badge.text for badge in row.badges), row.note) for row in notes.rows
    }
    return {
        name: " | ".join(said(part, language) for part in told if part)
        for name, told in parts.items()
    }


@covers("CCN-20.2")
def test_the_battle_notes_are_told() -> None:
    told = about("rolica_1")
    assert told["title"] == "Rolica (French First Position) | 17 August 1808"
    assert told["note"].startswith("What it is about | Wellesley has landed in Portugal")
    assert told["side-french"] == "French | under Delaborde, 5 command cards, 5 banners win"
    assert told["side-allied"] == (
        "Allies | move first | under Wellesley, 6 command cards, 5 banners win"
    )
    assert told["special-river_is_shallow"].startswith("Special rule | The stream can be forded")
    assert told["objective-1"] == "Objective (9,6) | 1 banner for the Allies while they hold it"


def test_objectives_and_exits_are_told_with_their_places() -> None:
    vimiero, own = about("vimiero", "de"), about("manoeuvres")
    assert vimiero["objective-1"] == (
        "Vimiero (3,6 3,7) | "
        "Franzosen haben 2 Siegesfahnen, solange sie alle seine Hexfelder halten"
    )
    assert own["exit-9,2"].startswith("Exit (9,2) | 1 banner for each unit of the Allies")
    assert own["objective-1"] == "The redoubt (3,10) | 1 banner for the French for good"
    assert own["title"] == "Manoeuvres"


def test_it_is_told_what_is_published_and_what_is_reconstructed() -> None:
    told = about("rolica_1")
    assert (told["origin-forces"], told["origin-places"]) == (
        "Forces | published",
        "Set-up hexes | reconstructed",
    )
    assert about("manoeuvres", "de")["origin-exits"] == "Ausgangsfelder | eigene"


# -- on a terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("scenario", ["rolica_1", "waterloo", "manoeuvres"])
def test_the_whole_board_fits_a_terminal(scenario: str, width: int, language: str) -> None:
    scene = Battle(scenario).scene()
    text = render(scene, CCN.catalogue, language, width, everything=True)
    assert max(map(len, text.split("\n"))) <= width
    board = [line for line in text.split("\n") if line[:1] in "987654321" and "│" in line]
    assert len(board) == 9
    assert unnamed(scene, CCN.catalogue) == []


def test_the_signs_of_all_terrain_are_explained() -> None:
    text = render(Battle("manoeuvres").scene(), CCN.catalogue, "de")
    for entry in (
        *("& Wald", "^ Hügel", "A felsiger Hügel", "n Ortschaft", "~ Fluss", "- seichter Fluss"),
        *("= Brücke", ", Sandgrube", "] Feldbefestigung", "┊ strichpunktierte Linie"),
    ):
        assert entry in text
    assert "Feldbefestigung: 3,10 ↗↖  7,3 →↘↙" in text
