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
