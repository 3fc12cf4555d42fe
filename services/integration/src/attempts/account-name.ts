/** Code points of a name that is shown. */
const longest = 200;

/** An account's name as it is stored and shown: on one line and bounded, because providers send any text, also NUL characters. */
export function accountName(name: string | null): string | null {
  const line = (name ?? '').replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const short = Array.from(line).slice(0, longest).join('');
  return short === '' ? null : short;
}
