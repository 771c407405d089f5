"""What every format of Sandlot is described with.

`bounds` has every limit, once. A format is a dataclass whose fields are annotated with them, and it stands where its
values do: an answer in `match.parts`, a block in `stats.blocks`. `shapes` makes a reader, a writer and a JSON Schema
of it, so nothing can be written that would not be read again.
"""
