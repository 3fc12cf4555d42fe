import type { AdProviders } from '@patchbay/testing/ad-providers/server';

/** Shorter values could be found by chance, or as a part of words. */
export const shortestSecret = 10;

const lowerCaseEscapes = (text: string): string =>
  text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const base64url = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/**
 * The characters that base64 of any text has where the text contains `bytes`. They depend on the place of the bytes modulo three;
 * characters that also encode bits of neighbours are left out.
 */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((offset * 8) / 6), whole);
  });
}

/** Every text by which a secret can be read: as it is, escaped for JSON and URLs, in hex and in base64, also inside of longer texts. */
export function formsOf(secret: string): string[] {
  if (secret.length < shortestSecret)
    throw new Error(`a secret of ${secret.length} characters is too short to be searched for`);
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const urls = [encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  const base64 = base64Parts(bytes);
  return [
    ...new Set([
      secret,
      escaped(secret),
      escaped(escaped(secret)),
      ...urls,
      ...urls.map(lowerCaseEscapes),
      hex,
      hex.toUpperCase(),
      ...base64,
      ...base64.map(base64url),
    ]),
  ];
}

export interface Secret {
  /** What it is, for messages. */
  readonly what: string;
  readonly value: string;
}

/** A text that somebody could read. */
export interface Readable {
  /** Where it was found, for messages. */
  readonly where: string;
  readonly text: string;
}

/** As many characters of every form are looked up at once. No form is shorter: see `shortestSecret`. */
const keyLength = 8;
/** A number for the first three of them: few texts that are searched have that of a form, so that few are looked up. */
const markAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) << 14) ^ (text.charCodeAt(at + 1) << 7) ^ text.charCodeAt(at + 2)) & 0x1f_ffff;
/** Characters around a finding that are shown. */
const shown = 60;

export type Scan = (readables: Iterable<Readable>) => string[];

/**
 * Makes a scan for all secrets in all forms, which goes through a text once, however many there are. It returns what was found, one
 * line for each secret and place.
 */
export function createScan(secrets: readonly Secret[]): Scan {
  const byBeginning = new Map<string, { what: string; form: string }[]>();
  const marks = new Uint8Array(0x20_0000);
  const seen = new Set<string>();
  for (const { what, value } of secrets) {
    for (const form of formsOf(value)) {
      if (seen.has(form)) continue;
      seen.add(form);
      if (form.length < keyLength) throw new Error(`a form of ${what} is too short`);
      const key = form.slice(0, keyLength);
      marks[markAt(form, 0)] = 1;
      byBeginning.set(key, [...(byBeginning.get(key) ?? []), { what, form }]);
    }
  }
  return (readables) => {
    const found = new Map<string, string>();
    for (const { where, text } of readables) {
      for (let at = 0; at + keyLength <= text.length; at += 1) {
        if (marks[markAt(text, at)] === 0) continue;
        const candidates = byBeginning.get(text.slice(at, at + keyLength));
        for (const { what, form } of candidates ?? []) {
          const finding = `${what} in ${where}`;
          if (found.has(finding) || !text.startsWith(form, at)) continue;
          found.set(finding, text.slice(Math.max(0, at - shown), at + form.length + shown));
        }
      }
    }
    return [...found].map(([finding, context]) => `${finding}: …${context}…`);
  };
}

/** Collects values that must not be readable anywhere. */
export interface KnownSecrets {
  add(what: string, value: string): void;
  all(): readonly Secret[];
}

export function createKnownSecrets(): KnownSecrets {
  const byValue = new Map<string, string>();
  return {
    add(what, value) {
      if (!byValue.has(value)) byValue.set(value, what);
    },
    all: () => [...byValue].map(([value, what]) => ({ what, value })),
  };
}

/** Parameters and fields by which credentials are sent, in the words of OAuth and of the providers. */
const credentialParameters = [
  'code',
  'auth_code',
  'code_verifier',
  'client_assertion',
  'password',
  'refresh_token',
];

function parametersOf(query: URLSearchParams, body: string): (readonly [name: string, value: string])[] {
  const form = body.startsWith('{') ? [] : [...new URLSearchParams(body)];
  return [...query, ...form];
}

/**
 * What the installation and a simulated provider have exchanged: the client secret and developer token of the installation, every
 * token and code that the provider gave out, and what it was sent as a credential, such as PKCE verifiers and signed assertions.
 */
export function addExchanged(known: KnownSecrets, adProviders: AdProviders, provider: string): void {
  const { simulator, requests } = adProviders.of(provider);
  const { clientSecret, app = {} } = simulator.installation;
  const notSecret = new Set([simulator.installation.clientId, app['apiVersion']]);
  const add = (what: string, value: string | undefined): void => {
    if (value !== undefined && !notSecret.has(value)) known.add(`${provider}: ${what}`, value);
  };
  add('the client secret of the installation', clientSecret);
  add('the developer token of the installation', app['developerToken']);
  for (const value of simulator.secrets()) add('what the provider gave out', value);
  for (const { query, headers, body } of requests) {
    for (const [name, value] of parametersOf(query, body))
      if (credentialParameters.includes(name)) add(`the parameter ${name}`, value);
    const [scheme = '', credential = scheme] = (headers['authorization'] ?? '').split(' ');
    if (credential.length >= shortestSecret) add('the authorization header', credential);
  }
}
