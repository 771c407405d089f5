"""The tools that describe every file format of Sandlot.

`bounds` has every limit, once. A format is a dataclass whose fields are annotated with limits; it is defined where its
values are used: a response in `match.parts`, a block in `stats.blocks`. `shapes` generates a reader, a writer and a
JSON Schema from it, so nothing can be written that would not be read again.
"""
