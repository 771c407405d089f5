"""Processes of bots: started, heard, held together in control groups, and ended with all that they have started."""
