import { emailAddress as emailAddressRule } from '@patchbay/text/email-address';
import { noControlCharacters } from '@patchbay/text/forbidden-characters';
import * as rules from '@patchbay/text/rules';
import { slug as slugRule, typedSlug } from '@patchbay/text/slug';
import type { TextRule } from '@patchbay/text/text-rule';
import { z } from 'zod';

/** A rule as a schema: its messages are those of the answer, its bounds those of the API's document. */
export const textOf = (rule: TextRule) =>
  z
    .string()
    .overwrite(rule.normalize)
    .superRefine((text, context) => {
      for (const message of rule.problemsOf(text)) context.addIssue(message);
    })
    .meta(rule.schema);

/** What a program sends back, 1 to so many characters: not trimmed, and fit for a database. */
export const programText = (max: number) =>
  z.string().min(1).max(max).refine(noControlCharacters.holds, noControlCharacters.message);

/** Of an organization, a workspace or an API key. */
export const resourceName = textOf(rules.resourceName);
/** Of a person. */
export const displayName = textOf(rules.displayName);

/** As a person types it, 1 to 63 characters. */
export const slug = textOf(typedSlug);
/** As an address names it: one thing has one address. */
export const slugInAddress = textOf(slugRule);
/** Compared and kept in lower case. */
export const emailAddress = textOf(emailAddressRule);

/** As the platform writes it: UTC with milliseconds. */
export const timestamp = z.iso.datetime().meta({ examples: ['2026-11-15T09:30:00.000Z'] });
export const id = z.uuid();
/** As a client sends it; kept in lower case, as ours are. */
export const idInRequest = z.uuid().toLowerCase();
