"""The bot's side of the fence: code that shares an interpreter with a bot, so the bot may change it.

A bot has one of two forms. `forms` tells them apart by reading the file:

- a *module* defines ``move(view)`` and perhaps ``start(setup)``, or a class ``Bot`` with those methods;
- a *program* reads standard input and prints, in the protocol of the game's original platform.

A seat exists in one of three ways: `in_worker`, a sealed worker of the page; `seat_process.main`, a process of its own;
and `in_place`, the caller's own interpreter, for house bots only. Nothing outside trusts what a seat says:
`match.seat_replies` checks it.
"""
