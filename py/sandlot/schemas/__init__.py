"""JSON Schemas (draft 2020-12) of what Sandlot reads and writes: a replay, a contest's bundle, what is in a link, and
what each game shows to a bot. `every.SCHEMAS` has them all.

They are made from what the engine itself checks with: its bounds, its options, its sentences, and positions of real
matches for the views. A schema can say less than a reader, which also plays a match again.
"""
