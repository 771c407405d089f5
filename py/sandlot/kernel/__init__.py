"""Calls to the Linux kernel for the sandboxes of bots on the command line; both the driver and the seats use them.

`linux` has the calls about processes and rights, `landlock` and `seccomp` restrict what a thread may do, and
`namespaces` gives a process its own file system, processes and network. Other systems use none of this.
"""
