import { isLoopback } from '@patchbay/config/public-address';
import { invalid } from '@patchbay/errors/failure';
import { carriesDeviceCode } from '@patchbay/text/device-code';
import { personText } from '@patchbay/text/person-text';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import type { UseAccess } from '../connector/use.ts';
import { type Entered, readSettings } from '../domain/fields.ts';
import { type IntegrationStatus, statuses } from '../domain/integration.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** The most characters of a return URL, and the most bytes: a list has 1,000 of them. */
const maxReturnUrl = 2_048;
const text = personText(1, maxReturnUrl);

const isHttpOnLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && isLoopback(hostname);

function problemsOf(given: string, publicUrl: string): readonly string[] {
  const problems = text.problemsOf(given);
  if (problems.length > 0) return problems;
  const url = URL.parse(given);
  // The parser also accepts `https:example.com`, and a backslash for a slash: such URLs do not lead where they seem to.
  if (url === null || !/^https?:\/\/[^\s\\]+$/i.test(given))
    return ['must be an address beginning with https://'];
  const httpAllowed = isHttpOnLoopback(new URL(publicUrl));
  return [
    ...(url.protocol === 'https:' || (httpAllowed && isHttpOnLoopback(url))
      ? []
      : [`must begin with https://${httpAllowed ? ', or with http:// on loopback' : ''}`]),
    ...(carriesDeviceCode(url.href) ? ['must not carry the code of a device'] : []),
    ...(url.username === '' && url.password === '' ? [] : ['must not contain a user name or a password']),
    // `href` is ASCII. It can be shorter than the given address: the parser removes `a/../`.
    ...(Math.max(url.href.length, Buffer.byteLength(given)) <= maxReturnUrl
      ? []
      : [`must have at most ${maxReturnUrl} bytes, counted as a percent-encoded address`]),
  ];
}

/**
 * The return URL of a consent, trimmed. http is for development: only on loopback, and only if the API itself is on http and
 * loopback. User name and password are refused, because `https://bank.example@evil.example` does not lead where it seems to.
 */
export function returnUrlOf(given: string, publicUrl: string): string {
  const trimmed = text.normalize(given);
  const problems = problemsOf(trimmed, publicUrl);
  if (problems.length > 0) throw invalid(...problems.map((message) => ({ path: 'returnUrl', message })));
  return trimmed;
}

/** The provider of a request; an unknown value is a problem of the field `provider`. */
export function readProvider(catalogue: Catalogue, value: string): Provider {
  const entry = catalogue.find(value);
  if (entry === undefined)
    throw invalid({ path: 'provider', message: `must be one of ${catalogue.values.join(', ')}` });
  return entry.provider;
}

export function readStatus(value: string): IntegrationStatus {
  const status = statuses.find((known) => known === value);
  if (status === undefined)
    throw invalid({ path: 'status', message: `must be one of ${statuses.join(', ')}` });
  return status;
}

/** Validates settings and normalizes them for the store. */
export function settingsOf({ settingsFields, normalizeSettings }: Provider, given: Entered = {}): Values {
  const settings = readSettings(settingsFields, given);
  return normalizeSettings?.(settings) ?? settings;
}

/** `possible`: what the provider can be asked for. */
export function readAccess(value: string, possible: readonly UseAccess[] = ['read', 'manage']): UseAccess {
  const access = possible.find((each) => each === value);
  if (access === undefined) throw invalid({ path: 'access', message: `must be ${possible.join(' or ')}` });
  return access;
}
