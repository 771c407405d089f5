"""The bot's side of the fence: what runs in one interpreter with a bot, and may be changed by it.

A bot comes in one of two forms, told apart by reading its file (`forms`):

- a *module* defines ``move(view)`` (and, if it likes, ``start(setup)``), or a class ``Bot`` with those methods;
- a *program* reads standard input and prints, in the protocol of the game's original platform.

There are three ways for a seat to exist: `in_worker`, a sealed worker of the page; `in_process`, a process of its own;
and `in_place`, this very interpreter, for house bots alone. Nothing outside trusts what a seat says: `match.answers`
reads it.
"""
