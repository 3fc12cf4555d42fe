/** The address of a page of ours, whole, as `callbackURL` takes it. */
export const addressOf = (path: string): string => new URL(path, location.origin).href;

/** The address of this very page, to come back to after signing in. Without the error of an earlier attempt. */
export function addressOfThisPage(): string {
  const url = new URL(location.href);
  url.searchParams.delete('error');
  url.hash = '';
  return url.href;
}

/**
 * Whether an address is that of a page. Those that the API answers with are checked too before the browser goes there: `javascript:`
 * runs a script, and other schemes open programs of the device.
 */
export function isPageAddress(address: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** Milliseconds after which a navigation that did not take place counts as stopped by the person. */
const givenUpMs = 20_000;

/**
 * Leaves for another site, or for another page by a full load. Resolves when the browser shows this very document again, from its cache,
 * after Back was pressed, or when the navigation was stopped: until then whatever waits for it stays busy and takes no second click.
 */
export const leaveFor = (address: string, { replace = false } = {}): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      removeEventListener('pageshow', onShow);
      clearTimeout(timer);
      resolve();
    };
    // That of the first load is not one from the cache.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) end();
    };
    addEventListener('pageshow', onShow);
    const timer = setTimeout(end, givenUpMs);
    if (replace) location.replace(address);
    else location.assign(address);
  });
