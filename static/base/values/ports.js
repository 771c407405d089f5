/**
 * Ports are functions that are connected later. Two rooms that need each other are built one after the other: the first
 * gets ports, which are connected as soon as the second is built.
 *
 * @template {Record<string, (...given: any[]) => any>} F functions by name
 * @returns {{to: F, connect: (functions: F) => void}} to: a call before `connect` throws
 */
export function createPorts() {
  /** @type {F | null} */
  let connected = null;
  const to = new Proxy(/** @type {F} */ ({}), {
    get:
      (_, name) =>
      (/** @type {any[]} */ ...given) => {
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
