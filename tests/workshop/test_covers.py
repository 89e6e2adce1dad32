from walstatt.workshop.covers import covers


def some_test() -> str:
    return "ran"


def test_a_test_is_marked_with_its_rules_and_stays_itself() -> None:
    marked = covers("TOY-1.1", "TOY-1.2")(some_test)
    assert marked is some_test
    assert marked() == "ran"
    assert vars(marked)["covers"] == ("TOY-1.1", "TOY-1.2")
    assert vars(covers("TOY-2.1")(marked))["covers"] == ("TOY-1.1", "TOY-1.2", "TOY-2.1")
