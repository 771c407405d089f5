// Tells whether the keyboard's place on the page is gone.

/** Whether nothing has the focus, or only what is hidden or disabled by now, which a browser notices later. */
export function isFocusLost(): boolean {
  const { activeElement: active } = document;
  return (
    !active ||
    active === document.body ||
    active.matches(':disabled') ||
    !active.checkVisibility({ visibilityProperty: true })
  );
}
