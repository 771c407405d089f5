"""Reads bots while they are written: completes names and keys of the view, explains them, and marks mistakes.

It runs in a worker of the page that is loaded when the editor is first used, with Jedi and pyflakes. The command line
does not have it. What an author writes is read here, and never run: see `sandlot_editor.library`.
"""
