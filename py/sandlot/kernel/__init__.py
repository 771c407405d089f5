"""Calls to the Linux kernel for the sandbox of bots on the command line, used by the referee and by seats.

`linux` has the calls about processes and rights, `landlock` and `seccomp` restrict what a thread may do, and
`namespaces` gives a process its own file system, processes and network. Other systems use none of this.
"""
