import type { z } from 'zod';
import { isLoopback } from './loopback.ts';
import { flag } from './variables.ts';

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
 * of loopback, unless ALLOW_INSECURE_HTTP is true. The value is one address or several by commas.
 */
export const publicAddress = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), publicAddress: true });

/** Whether `publicAddress` marked the variable, with nothing wrapped around it afterwards. */
export const isPublicAddress = (schema: unknown): boolean =>
  (schema as z.ZodType).meta()?.['publicAddress'] === true;

const isInsecure = (address: string): boolean => {
  const url = URL.parse(address.trim());
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
};

/** `values` are those of the variables of the shape that are set. */
export function insecureHttpProblems(
  shape: z.ZodRawShape,
  values: Readonly<Record<string, string>>,
): string[] {
  if (values['ALLOW_INSECURE_HTTP'] === 'true') return [];
  const names = Object.keys(shape).filter((name) => isPublicAddress(shape[name]));
  return names
    .filter((name) => values[name]?.split(',').some(isInsecure))
    .map(
      (name) =>
        `${name} must begin with https:// outside of loopback; in a closed network ALLOW_INSECURE_HTTP=true accepts http`,
    );
}
