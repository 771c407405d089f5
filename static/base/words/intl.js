// Imported before whatever makes itself a formatter from the browser's own language as it loads: some browsers name one that
// Intl does not know (WebKitGTK without a locale says "C"), and that would be an error.

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
