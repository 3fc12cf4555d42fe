/** One day: a longer wait is that of another problem. */
const longestMs = 86_400_000;

/** Milliseconds that the header `Retry-After` asks to wait, in seconds or as a date; undefined where it says nothing usable. */
export function retryAfterOf(
  headers: Readonly<Record<string, string>>,
  now = Date.now(),
): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestMs);
}
