import { z } from 'zod';
import { providers } from './index.ts';

/** A URL or the beginning of one. `endpoints` maps addresses of the provider to those that are called instead. */
const address = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an http or https address',
  });

const text = z.string('must be a text').min(1, 'must not be empty');

const unknownName = (what: string) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys'
    ? `has ${issue.keys.join(', ')}, which is no ${what}`
    : 'must be a JSON object';

const installation = z.strictObject(
  {
    clientId: text.optional(),
    clientSecret: text.optional(),
    app: z
      .strictObject(
        { developerToken: text.optional(), apiVersion: text.optional() },
        { error: unknownName('name of an app-level value') },
      )
      .optional(),
    endpoints: z.record(address, address, 'must be a JSON object').optional(),
  },
  { error: unknownName('name known here') },
);

/** Values of this installation for one provider: its OAuth client, app-level values, replacements for addresses. */
export type Installation = z.output<typeof installation>;

/** By provider value; a provider without an entry has only its defaults. */
export type Installations = { readonly [provider: string]: Installation | undefined };

/** The schema of `PROVIDERS_FILE`. */
export const installations: z.ZodType<Installations> = z.strictObject(
  Object.fromEntries(providers.map(({ provider }) => [provider, installation.optional()])),
  { error: unknownName('provider') },
);
