/** The program that a user agent names. A user agent proves nothing; it helps people to recognize their own program. */
interface Program {
  readonly name: string;
  readonly system?: string;
}

const browsers = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* .*Safari\//, 'Safari'],
] as const;

/** The order matters: Android agents also say Linux, iPhone agents also say Mac OS. */
const systems = [
  [/android/i, 'Android'],
  [/iphone|ipad/i, 'iOS'],
  [/windows|win32|win64/i, 'Windows'],
  [/mac ?os|macintosh|darwin/i, 'macOS'],
  [/linux/i, 'Linux'],
] as const;

/** Undefined: the user agent names no program. */
export function programOf(userAgent: string): Program | undefined {
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const name = nameOf(userAgent);
  if (name === undefined) return undefined;
  return { name, ...(system !== undefined && { system }) };
}

function nameOf(userAgent: string): string | undefined {
  if (userAgent.startsWith('Mozilla/')) {
    for (const [pattern, browser] of browsers) {
      const version = pattern.exec(userAgent)?.[1];
      if (version !== undefined) return `${browser} ${version}`;
    }
    return undefined;
  }
  const product = /^([\w.-]{1,40})(?:\/v?(\d[\w.-]{0,20}))?/.exec(userAgent);
  if (product === null) return undefined;
  const [, name = '', version] = product;
  return version === undefined ? name : `${name} ${version}`;
}

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The age of a time, in words of the locale: "2 minutes ago". A time in the future, from a slow clock, is "now". */
export function timeAgo(iso: string, now: number, locale: string): string {
  const passed = Math.max(0, now - Date.parse(iso));
  const [unit, length] = units.find(([, milliseconds]) => passed >= milliseconds) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
}
