// Replaces a browser language that Intl does not know (WebKitGTK without a locale says "C"), which would be an error.
// It is imported before any module that makes a formatter from that language as it loads.

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
