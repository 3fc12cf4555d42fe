import type { Schemas } from '@patchbay/client';
import { type Io, styled } from '../terminal/io.ts';
import { ask, askSecret, choose } from '../terminal/prompt.ts';
import { cleanLine } from '../text/clean.ts';

type Field = Schemas['ProviderField'];
type Value = Schemas['FieldValues'][string];

/** The validation error of a value, by the rules of the API. Undefined: it is valid. */
export function problemWith(
  { type, required, pattern, maxLength = Number.POSITIVE_INFINITY }: Field,
  text: string,
): string | undefined {
  if (text === '') return required ? 'It is required.' : undefined;
  // In code points, as the API counts them.
  const length = Array.from(text).length;
  if (length > maxLength) return `It has ${length} characters. At most ${maxLength} are possible.`;
  if (type === 'integer' && !(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))))
    return 'It must be a whole number.';
  if (type === 'boolean' && !/^(y(es)?|no?)$/i.test(text)) return 'Answer y or n.';
  // The whole value has to match.
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`).test(text))
    return `It does not have the expected form (${pattern}).`;
  return undefined;
}

export function valueOf({ type }: Field, text: string): Value {
  if (type === 'integer') return Number(text);
  return type === 'boolean' ? /^y/i.test(text) : text;
}

/** The names of fields that are filled in together, by the group; groups are alternatives. */
export function alternativesOf(fields: readonly Field[]): { label: string; value: string }[] {
  const groups = new Set(fields.flatMap(({ group }) => group ?? []));
  return [...groups].map((group) => {
    const labels = fields.filter((field) => field.group === group).map(({ label }) => cleanLine(label));
    return { label: labels.join(' and '), value: group };
  });
}

/** The hint after the label: the expected answer, and the default. */
function hintOf({ type, required, default: standard }: Field): string {
  const parts = [
    ...(type === 'secret' ? ['not shown'] : []),
    ...(type === 'boolean' ? ['y/n'] : []),
    ...(standard === undefined ? (required ? [] : ['optional']) : [`Enter: ${cleanLine(standard)}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

async function askField(io: Io, field: Field): Promise<Value | undefined> {
  const { label, description, type, options = [], default: standard } = field;
  if (description !== undefined) io.stderr.write(`${styled(io, io.stderr, 'dim', cleanLine(description))}\n`);
  if (type === 'enum') {
    const answers = options.map((option) => ({ label: cleanLine(option), value: option }));
    return await choose(io, cleanLine(label), answers);
  }
  for (;;) {
    const shown = `${cleanLine(label)}${hintOf(field)}:`;
    const typed = await (type === 'secret' ? askSecret(io, shown) : ask(io, shown));
    if (typed === '' && standard !== undefined)
      return type === 'boolean' ? standard === 'true' : valueOf(field, standard);
    const problem = problemWith(field, typed);
    if (problem === undefined) return typed === '' ? undefined : valueOf(field, typed);
    io.stderr.write(`${styled(io, io.stderr, 'red', problem)}\n`);
  }
}

/** Asks for each field of the form of a provider, and again after an invalid value. */
export async function fillIn(io: Io, fields: readonly Field[]): Promise<Schemas['FieldValues']> {
  const alternatives = alternativesOf(fields);
  const chosen =
    alternatives.length > 1 ? await choose(io, 'Connect with', alternatives) : alternatives[0]?.value;
  const values: Schemas['FieldValues'] = {};
  for (const field of fields.filter(({ group }) => group === undefined || group === chosen)) {
    const value = await askField(io, field);
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}
