/** Milliseconds after which a navigation that did not take place counts as stopped by the person. */
const givenUpMs = 20_000;

/**
 * Leaves for another site. Resolves when the person is back by the Back button and the browser has kept the page as it was, or when the
 * navigation was stopped: until then the page stays busy, so that nothing is sent twice.
 */
export function leaveFor(address: string): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, givenUpMs);
    location.assign(address);
  });
}
