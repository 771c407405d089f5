"""Files of bots: decoding of text, zips and folders of several files, and bounds for zips."""
