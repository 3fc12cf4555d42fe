import { z } from 'zod';

const control = /\p{Cc}/u;

/** In Unicode code points, as people count characters. */
function hasLength(text: string, min: number, max: number): boolean {
  // No code point takes more than two units: nothing longer needs counting.
  if (text.length > 2 * max) return false;
  const { length } = Array.from(text);
  return length >= min && length <= max;
}

/** Text that a person typed: trimmed, then measured; control characters are refused. */
export const personText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine((text) => hasLength(text, min, max), `must have ${min} to ${max} characters`)
    .refine((text) => !control.test(text), 'must not contain control characters')
    .meta({ minLength: min, maxLength: max });

/** What a program sends back, 1 to so many characters: not trimmed, and fit for a database. */
export const programText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !control.test(text), 'must not contain control characters');

const asSlug = (text: z.ZodString) =>
  text
    .max(63, 'must have at most 63 characters')
    .regex(
      /^[a-z0-9][a-z0-9-]*$/,
      'must be lower-case letters, digits and hyphens, not beginning with a hyphen',
    );

/** As a person types it, 1 to 63 characters. */
export const slug = asSlug(z.string().trim());
/** As an address names it: one thing has one address. */
export const slugInAddress = asSlug(z.string());

/** What mail servers accept in practice: dots in the domain, no quotes, no spaces. */
const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Compared and kept in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be an email address')
  .check(z.email({ pattern: addressPattern }));

/** As the platform writes it: UTC with milliseconds. */
export const timestamp = z.iso.datetime().meta({ examples: ['2026-11-15T09:30:00.000Z'] });
export const id = z.uuid();
/** As a client sends it; kept in lower case, as ours are. */
export const idInRequest = z.uuid().toLowerCase();
