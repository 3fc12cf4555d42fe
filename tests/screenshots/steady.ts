/** Europe/Berlin, in which the pictures are taken, is an hour ahead at this date. */
const shownNow = Date.UTC(2026, 2, 2, 10, 0, 0);

/** What the clock of the page shows: a moment after everything that was done for the pictures. */
export const shownTime = shownNow + 20_000;

/** Dates are rounded to this, so that it does not matter how long the run takes. The shortest lifetime is the 10 minutes of a device code. */
const stepMs = 10 * 60_000;

/** Of every request whose id a page shows. */
export const shownRequestId = '01956c2e-8d40-7b6a-9c51-3f2e7a80d914';

const date = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;

/**
 * An answer of the API with what differs from run to run replaced, so that a picture changes only with its page: dates are moved as
 * if `began` had been the date of the pictures; codes and the ids of requests are always the same.
 */
export function steady(body: string, began: number): string {
  const moved = (text: string): string => {
    const time = Date.parse(text) - began;
    return new Date(shownNow + Math.round(time / stepMs) * stepMs).toISOString();
  };
  return body
    .replace(date, (_, text: string) => `"${moved(text)}"`)
    .replace(/"userCode":"[^"]+"/g, '"userCode":"WDJB-MJHT"')
    .replace(/"requestId":"[^"]+"/g, `"requestId":"${shownRequestId}"`);
}
