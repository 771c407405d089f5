"""What the Linux kernel is asked to do for the sandbox of bots on the command line, in the referee and in seats.

`linux` has the calls about processes and rights, `landlock` and `seccomp` restrict what a thread may do, and
`namespaces` gives a process a system of its own. On other systems nothing here is used.
"""
