"""Files of bots: how texts are decoded, zips and folders of several files, and what a zip may hold."""
