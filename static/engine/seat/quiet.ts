/** Silences the console of a worker: a crash of Python would look there like an error of the page. */
export function silenceConsole() {
  const silent = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
  Object.defineProperty(globalThis, 'console', { value: Object.freeze(silent), writable: false });
  for (const type of ['error', 'unhandledrejection'])
    addEventListener(type, (event) => event.preventDefault());
}
