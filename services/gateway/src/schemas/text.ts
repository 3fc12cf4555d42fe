import { noControlCharacters, withoutControlPattern } from '@patchbay/text/characters';
import { emailAddress as emailAddressRule } from '@patchbay/text/email-address';
import * as rules from '@patchbay/text/rules';
import { slug as slugRule, typedSlug } from '@patchbay/text/slug';
import type { TextRule } from '@patchbay/text/text-rule';
import { z } from 'zod';

const decimal = /^-?\d{1,16}$/;

/**
 * An integer in a query, in decimal digits alone. `z.coerce` would also take what `Number` takes: an empty value as 0, `0x10`, `1e1`
 * and spaces around. Give it a default by `prefault`: zod leaves `default` out of the JSON Schema of what it converts.
 */
export const queryInteger = (min: number, max?: number) => {
  const bounded = z.int().min(min);
  return z.preprocess(
    (text) => (typeof text === 'string' && decimal.test(text) ? Number(text) : text),
    max === undefined ? bounded : bounded.max(max),
  );
};

/** The schema of a text rule: answers contain the messages of the rule, the OpenAPI document its bounds. */
export const textOf = (rule: TextRule) =>
  z
    .string()
    .overwrite(rule.normalize)
    .superRefine((text, context) => {
      for (const message of rule.problemsOf(text)) context.addIssue(message);
    })
    .meta(rule.schema);

/** A token or an id, as a program sends it: 1 to `max` characters, not trimmed, without control characters. */
export const programText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine(noControlCharacters.holds, noControlCharacters.message)
    .meta({ pattern: withoutControlPattern });

/** Name of an organization, a workspace, an API key or a passkey. */
export const resourceName = textOf(rules.resourceName);
/** Name of a person. */
export const displayName = textOf(rules.displayName);

/** As a person types it: trimmed, 1 to 63 characters. */
export const slug = textOf(typedSlug);
/** As a path or query contains it: not trimmed, so that a resource has one URL only. */
export const slugInAddress = textOf(slugRule);
/** Converted to lower case, in which addresses are stored and compared. */
export const emailAddress = textOf(emailAddressRule);

/** As the platform writes it: UTC with milliseconds. */
export const timestamp = z.iso.datetime();
export const id = z.uuid();
/** As a client sends it; converted to lower case, in which ids are stored. */
export const idInRequest = z.uuid().toLowerCase();

/** As answers contain them. The formats are for clients; answers are not validated. */
export const emailInAnswer = z.string().meta({ format: 'email' });
export const addressInAnswer = z.string().meta({ format: 'uri' });

/** An organization or a workspace where only these two fields are told. */
export const slugAndName = z
  .object({ slug: z.string(), name: z.string() })
  .meta({ id: 'SlugAndName', description: 'The slug and the name of an organization or a workspace.' });

/** The body of operations that change nothing but the name of a workspace, an API key or a passkey. */
export const renaming = z
  .strictObject({ name: resourceName.meta({ description: 'The new name.' }) })
  .meta({ id: 'Renaming', description: 'A new name for a workspace, an API key or a passkey.' });
