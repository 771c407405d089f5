/**
 * Ways to what is built later. Two rooms that need each other are built one after the other: the first one gets ports,
 * and these are connected as soon as the second one is there.
 *
 * @template {Record<string, (...given: any[]) => any>} F functions by name
 * @returns {{to: F, connect: (functions: F) => void}} to: calling one before it is connected is a mistake, and says so
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
