/**
 * Ports are functions that are connected later. Two rooms that need each other are built one after the other: the first
 * gets ports, which are connected as soon as the second is built.
 * @returns to: a call before `connect` throws
 */
export function createPorts<F extends Record<string, (...given: any[]) => any>>(): {
  to: F;
  connect: (functions: F) => void;
} {
  let connected: F | null = null;
  const to = new Proxy({} as F, {
    get:
      (_, name) =>
      (...given: any[]) => {
        const work = connected?.[String(name)];
        if (!work) throw new Error(`nothing is connected to ${String(name)}`);
        return work(...given);
      },
  });
  return {
    to,
    connect(functions) {
      connected = functions;
    },
  };
}
