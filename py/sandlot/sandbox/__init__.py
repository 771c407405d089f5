"""Sandboxes around bots on this machine: what each keeps out, what a bot within one needs, and its work folder."""
