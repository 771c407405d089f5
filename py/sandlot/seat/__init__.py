"""The bot's side of the fence: what runs in one interpreter with a bot, and may be changed by it.

Nothing outside trusts what is said here; `match.answers` reads it.
"""
