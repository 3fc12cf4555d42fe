import { z } from 'zod';
import type { AppValueName } from '../connector/connector.ts';
import type { Endpoints } from '../connector/endpoints.ts';
import { visibleAscii } from '../connector/header-value.ts';
import type { Provider } from '../connector/provider.ts';

/** A URL or the beginning of one. `endpoints` maps addresses of the provider to those that are called instead. */
const address = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an http or https address',
  });

const text = z.string('must be a text').min(1, 'must not be empty');

/** Client ids and developer tokens are sent in headers. */
const headerText = text.regex(
  new RegExp(visibleAscii),
  'must consist of visible ASCII characters, without spaces',
);

/** A version is a part of paths, or a header. */
const version = text.regex(/^[\w.-]+$/, 'must consist of letters, digits, dots and dashes');

const unknownName = (what: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys'
    ? `has ${issue.keys.join(', ')}, which is no ${what}`
    : 'must be a JSON object';

const appValue: Readonly<Record<AppValueName, z.ZodType<string>>> = {
  developerToken: headerText,
  apiVersion: version,
};

/** Strict: for a provider that takes none of the values each of them is an unknown name. */
const appValues = (names: readonly AppValueName[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, appValue[name].optional()])), {
    error: unknownName('name of an app-level value of this provider'),
  });

const installation = ({ appValues: names }: Pick<Provider, 'appValues'>) =>
  z.strictObject(
    {
      clientId: headerText.optional(),
      clientSecret: text.optional(),
      app: appValues(names).optional(),
      endpoints: z.record(address, address, 'must be a JSON object').optional(),
    },
    { error: unknownName('name known here') },
  );

/** Values of this installation for one provider: its OAuth client, app-level values, replacements for addresses. */
export interface Installation {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly app?: Readonly<Partial<Record<AppValueName, string | undefined>>> | undefined;
  readonly endpoints?: Endpoints | undefined;
}

/** By provider value; a provider without an entry has only its defaults. */
export type Installations = { readonly [provider: string]: Installation | undefined };

/** The schema of `PROVIDERS_FILE`. */
export const installationsOf = (providers: readonly Provider[]): z.ZodType<Installations> =>
  z.strictObject(
    Object.fromEntries(providers.map((provider) => [provider.provider, installation(provider).optional()])),
    { error: unknownName('provider') },
  );
