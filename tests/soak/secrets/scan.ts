import { formsOf } from './forms.ts';

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
/** Characters around a finding that are shown. */
const shown = 60;

export type Scan = (readables: Iterable<Readable>) => string[];

/**
 * Makes a scan for all secrets in all forms, which goes through a text once, however many there are. It returns what was found, one
 * line for each secret and place.
 */
export function createScan(secrets: readonly Secret[]): Scan {
  const byBeginning = new Map<string, { what: string; form: string }[]>();
  const seen = new Set<string>();
  for (const { what, value } of secrets) {
    for (const form of formsOf(value)) {
      if (seen.has(form)) continue;
      seen.add(form);
      if (form.length < keyLength) throw new Error(`a form of ${what} is too short`);
      const key = form.slice(0, keyLength);
      byBeginning.set(key, [...(byBeginning.get(key) ?? []), { what, form }]);
    }
  }
  return (readables) => {
    const found = new Map<string, string>();
    for (const { where, text } of readables) {
      for (let at = 0; at + keyLength <= text.length; at += 1) {
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
