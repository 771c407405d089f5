"""A match without a process or a worker: the referee, what it asks and is answered, and how a match is recorded."""
