"""The page explains errors of bots wherever they appear, in the reader's language, beside Python's own message."""

from __future__ import annotations

from pages import open_game, paste, run, state
from playwright.sync_api import Page, expect

WRONG_KEY = 'def move(view):\n    return view["snake"][0]\n'
OWN = 'import random\n\n\ndef move(view):\n    raise ValueError("mine")\n'


def test_error_is_explained_wherever_it_appears(arena: Page) -> None:
    open_game(arena, "snake")
    run(arena, WRONG_KEY, "cautious")
    says = "There is no key 'snake'; did you mean 'snakes'?"
    expect(arena.locator(".problems .explained")).to_have_text(says)
    expect(arena.locator(".problems")).to_contain_text("KeyError: 'snake'")
    expect(arena.locator(".problems")).to_contain_text("Line 2")
    fault = arena.locator(".console [aria-current] .fault")
    expect(fault.locator(".explained")).to_have_text(says)
    expect(fault.locator("pre")).to_contain_text("KeyError: 'snake'")
    arena.get_by_role("button", name="Ask again").click()
    # What is the same as then is said once, and its meaning stands at the line and in the console.
    table = arena.locator(".again-both")
    expect(table.locator("tr", has_text="Fault").locator("td")).to_have_count(1, timeout=30_000)
    expect(table.locator("tr", has_text="Time").locator("td")).to_have_count(2)
    expect(arena.locator(".again .explained")).to_have_count(0)
    # Another fault is explained there.
    paste(arena, 'def move(view):\n    return view["obstacle"]\n')
    arena.get_by_role("button", name="Ask again").click()
    again = arena.locator(".again .explained")
    expect(again).to_have_text("Line 2 There is no key 'obstacle'; did you mean 'obstacles'?", timeout=30_000)
    expect(table.locator("tr", has_text="Fault").locator("td")).to_have_count(2)


def test_unknown_error_is_not_explained(arena: Page) -> None:
    open_game(arena, "snake")
    run(arena, OWN, "cautious")
    expect(arena.locator(".problems")).to_contain_text("ValueError: mine")
    # Another error is explained afterwards: the explanations had been loaded.
    run(arena, "def move(view):\n    return\n", "cautious")
    expect(arena.locator(".problems .explained")).to_contain_text("move gave None")
    run(arena, OWN, "cautious")
    expect(arena.locator(".problems")).to_contain_text("ValueError: mine")
    expect(arena.locator(".explained")).to_have_count(0)


def test_learning_path_explains_errors(arena: Page) -> None:
    arena.evaluate("location.hash = '#game=snake&tab=learn'")
    arena.get_by_role("button", name="Mend a crash").click()
    arena.get_by_role("button", name="Check", exact=True).click()
    meaning = arena.locator(".path-result .explained").first
    expect(meaning).to_contain_text('view["moves"] is None here', timeout=60_000)
    expect(meaning).to_contain_text("Line 2")


def test_crash_is_explained_if_another_game_was_lost_without_fault(arena: Page) -> None:
    arena.evaluate("location.hash = '#game=snake&tab=learn'")
    arena.get_by_role("button", name="Fill the gap").click()
    arena.locator(".path-editor .cm-content").click()
    arena.keyboard.press("ControlOrMeta+a")
    arena.keyboard.insert_text('def move(view):\n    return view["snake"] if view["player"] else 0\n')
    arena.get_by_role("button", name="Check", exact=True).click()
    expect(arena.locator(".path-game").first).to_contain_text("Out on turn", timeout=60_000)
    meaning = arena.locator(".path-result .explained").first
    expect(meaning).to_have_text("Line 2 There is no key 'snake'; did you mean 'snakes'?", timeout=60_000)


def test_explanations_are_in_the_readers_language(arena: Page) -> None:
    for language, says in (("zh", "没有 'snake' 这个键"), ("ru", "Ключа 'snake' нет")):
        arena.evaluate(f"location.hash = '#game=snake&tab=code&lang={language}'")
        expect(arena.locator("html")).to_have_attribute("lang", {"zh": "zh-Hans", "ru": "ru"}[language])
        state(arena, "ready")
        paste(arena, WRONG_KEY)
        arena.keyboard.press("ControlOrMeta+Enter")
        expect(arena.locator(".problems .explained")).to_contain_text(says, timeout=30_000)
