import { carriesDeviceCode } from '@patchbay/text/device-code';

/** The complete address of one of our pages, for `callbackURL`. */
export const addressOf = (path: string): string => new URL(path, location.origin).href;

/**
 * The address of the current page, to come back to after sign-in, without the error of an earlier attempt, the code of a device, and
 * addresses that lead on. The API refuses such a code: anybody can have a sign-in mailed to somebody, and its link must not lead to a
 * device that waits.
 */
export function addressOfThisPage(): string {
  const url = new URL(location.href);
  for (const [name, value] of new URLSearchParams(url.search))
    if (['error', 'callbackURL'].includes(name) || carriesDeviceCode(`${name}=${value}`))
      url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}

/**
 * Whether an address is http or https. Checked for every address before the browser goes there, also those from the API: `javascript:`
 * runs a script, and other schemes open programs of the device.
 */
export function isPageAddress(address: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** After this time a navigation that did not happen counts as stopped by the person. */
const givenUpMs = 20_000;

/**
 * Leaves for another site, or for another page by a full load. Resolves when the browser restores this document from its cache
 * after Back, or when the navigation was stopped: until then the caller stays busy and takes no second click.
 */
export const leaveFor = (address: string, { replace = false } = {}): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      removeEventListener('pageshow', onShow);
      clearTimeout(timer);
      resolve();
    };
    // The event of the first load is not a restore from the cache.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) end();
    };
    addEventListener('pageshow', onShow);
    const timer = setTimeout(end, givenUpMs);
    if (replace) location.replace(address);
    else location.assign(address);
  });
