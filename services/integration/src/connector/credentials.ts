/** Values that a person entered, by field name: settings or connect fields. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** The value of a field that the provider requires. A missing one is a bug: fields are validated before. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the value of ${name} is missing`);
  return String(value);
}

export const optionalTextOf = (values: Values, name: string): string | undefined =>
  values[name] === undefined ? undefined : String(values[name]);

/** What the platform keeps in order to act at a provider for the client who connected. */
export interface Credentials {
  /** Tokens, passwords and the connect fields as entered, by name. Each is sealed for itself. */
  readonly secrets: Readonly<Record<string, string>>;
  /** When the access token ends; null: it does not end, there is none, or its end is not known. */
  readonly expiresAt: Date | null;
  /** From then on the background renews the access token; null: it is renewed when it is used, or not at all. */
  readonly renewAt: Date | null;
  /** When the authorization itself ends, whatever is renewed until then; null: not known, or never. */
  readonly endsAt: Date | null;
}

/** One secret of the credentials. A missing one is a bug, or credentials that an earlier version stored. */
export function secretOf({ secrets }: Credentials, name: string): string {
  const value = secrets[name];
  if (value === undefined) throw new Error(`the credentials have no ${name}`);
  return value;
}

/** Credentials that hold secrets only and never end. */
export const lastingCredentials = (secrets: Credentials['secrets']): Credentials => ({
  secrets,
  expiresAt: null,
  renewAt: null,
  endsAt: null,
});

/** Ten years: a longer lifetime is a mistake of the provider, or no date at all, and as good as none. */
const longestSeconds = 315_360_000;

/** Seconds that something lives, as a provider sent them; undefined where they say nothing. */
export const lifetimeSeconds = (sent: unknown): number | undefined => {
  const seconds = Number(sent);
  return seconds > 0 && seconds <= longestSeconds ? seconds : undefined;
};

/** The part of a lifetime after which a token is renewed ahead of its end. */
const renewAfter = 0.8;

/** The end of a token that lives this many seconds from now, and when to renew it. */
export const lifetimeOf = (seconds: number, now: Date): { expiresAt: Date; renewAt: Date } => ({
  expiresAt: new Date(now.getTime() + seconds * 1000),
  renewAt: new Date(now.getTime() + seconds * 1000 * renewAfter),
});
