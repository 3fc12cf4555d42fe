const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How long ago something was, in the reader's locale: "2 minutes ago". A clock that is behind makes it "now". */
export function timeAgo(iso: string, now: number, locale?: string): string {
  const passed = Math.max(0, now - Date.parse(iso));
  const [unit, length] = units.find(([, milliseconds]) => passed >= milliseconds) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
}
