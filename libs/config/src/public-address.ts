import type { z } from 'zod';
import { flag } from './variables.ts';

/**
 * Whether what is sent to this host stays on the machine: `localhost` and names under it, 127.0.0.0/8, `[::1]`. Takes the
 * `hostname` of an http(s) URL, in which addresses are normalised: `127.1` is `127.0.0.1`.
 */
export const isLoopback = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\])$/i.test(hostname);

/** For every process that reads a variable marked as a public address. */
export const insecureHttpVariables = {
  ALLOW_INSECURE_HTTP: flag()
    .default(false)
    .describe(
      'Accepts public addresses and trusted origins on http outside of loopback: sessions and links are readable on the way',
    ),
};

/**
 * Marks a variable whose addresses people's browsers use, with sessions and one-time links: `readConfig` refuses http outside
 * of loopback, unless ALLOW_INSECURE_HTTP is true. The schema yields one address or a list of them.
 */
export const publicAddress = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), publicAddress: true });

/** Whether `publicAddress` marked the variable, with nothing wrapped around it afterwards. */
export const isPublicAddress = (schema: unknown): boolean =>
  (schema as z.ZodType).meta()?.['publicAddress'] === true;

const isInsecure = (address: unknown): boolean => {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
};

/** Reads the value by the variable's own schema, so that only lists are split. What the schema refuses is reported as that. */
const addressesIn = (schema: z.ZodType, value: string | undefined): readonly unknown[] => {
  const { data } = schema.safeParse(value);
  return Array.isArray(data) ? data : [data];
};

/** `values` are those of the variables of the shape that are set. */
export function insecureHttpProblems(
  shape: z.ZodRawShape,
  values: Readonly<Record<string, string>>,
): string[] {
  if (values['ALLOW_INSECURE_HTTP'] === 'true') return [];
  return Object.entries(shape)
    .filter(
      ([name, schema]) =>
        isPublicAddress(schema) && addressesIn(schema as z.ZodType, values[name]).some(isInsecure),
    )
    .map(
      ([name]) =>
        `${name} must begin with https:// outside of loopback; in a closed network ALLOW_INSECURE_HTTP=true accepts http`,
    );
}
