import { isUtf8 } from 'node:buffer';
import { invalid } from '@patchbay/errors/failure';
import { withoutUnderscores } from './names.ts';
import { parametersOf, type Target } from './target.ts';

/** How a body that rules read is written. */
export type BodyForm = 'json' | 'form';

const token = "[\\w!#$%&'*+.^`|~-]+";
/**
 * A media type with its parameters, and nothing behind them: a list of types could be read as another of them. No two quantifiers may take
 * the same spaces: a long row of them would be tried in all its parts.
 */
const mediaType = new RegExp(
  `^\\s*(${token}/${token})((?:\\s*;\\s*${token}=(?:${token}|"[^"\\\\]*"))*)\\s*(?:;\\s*)?$`,
);
const charset = /;\s*charset="?([^";\s]*)"?/gi;

const wrongType = (contentType: string) =>
  invalid({
    path: 'headers',
    message: `Patchbay reads this body and takes application/json or application/x-www-form-urlencoded in UTF-8, not ${contentType.slice(0, 100)}.`,
  });

/** Whether a body is a file, alone or among the parts of a form. */
export const isFile = (contentType: string | undefined): boolean =>
  contentType !== undefined && !/json|x-www-form-urlencoded/i.test(contentType);

const wrongBody = (message: string) => invalid({ path: 'body', message });

/** How a body is written, by its type. Without a type it is JSON, and sent so. Other types and charsets are refused. */
function formOf(contentType: string | undefined): BodyForm {
  if (contentType === undefined) return 'json';
  const [, name = '', parameters = ''] = mediaType.exec(contentType.toLowerCase()) ?? [];
  const isOurCharset = [...parameters.matchAll(charset)].every(([, value = '']) => /^utf-?8$/.test(value));
  if (!isOurCharset) throw wrongType(contentType);
  if (name === 'application/x-www-form-urlencoded') return 'form';
  if (/^application\/([\w.-]+\+)?json$/.test(name)) return 'json';
  throw wrongType(contentType);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const byteOrderMark = Buffer.from('\ufeff');

/** Refuses bytes that a provider could read as another text. */
function demandText(bytes: Uint8Array): void {
  if (!isUtf8(bytes)) throw wrongBody('The body is not valid UTF-8.');
  if (byteOrderMark.equals(bytes.subarray(0, byteOrderMark.length)))
    throw wrongBody('The body begins with a byte order mark: send it without.');
}

/** Whether a body without a type is JSON, as rules read it: then it has to be sent so. */
export const beginsAsJson = (bytes: Uint8Array): boolean =>
  /^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'));

/** How a body that rules read is written. Refuses what is no text, and what could be read as another form. */
export function bodyForm(bytes: Uint8Array, contentType: string | undefined): BodyForm {
  const form = formOf(contentType);
  demandText(bytes);
  // `{"a":"&method=delete"}` is JSON, and a form with the parameter `method`.
  if (form === 'form' && /^\s*[{[]/.test(bufferOf(bytes).toString()))
    throw wrongBody('The body begins as JSON, but its type says that it is a form.');
  if (contentType === undefined && !beginsAsJson(bytes))
    throw invalid({ path: 'headers', message: 'Say by content-type how the body is written.' });
  return form;
}

/** Parameters in one body, and characters of their names: each name is compared with those that are refused. */
export const maxParameters = 10_000;
const maxNames = 262_144;

export function demandParameters(count: number): void {
  if (count > maxParameters) throw wrongBody(`The body has more than ${maxParameters} parameters.`);
}

export function demandNames(parameters: Target['parameters']): void {
  if (parameters.reduce((sum, [name]) => sum + name.length, 0) > maxNames)
    throw wrongBody(`The names of the parameters have more than ${maxNames} characters.`);
}

/** Counts no further than to what is refused. */
function ampersandsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('&'); at !== -1 && count <= maxParameters; at = bytes.indexOf('&', at + 1))
    count += 1;
  return count;
}

/** The parameters of a form. Two of one name are refused, unless it is a list (`ids[]`): the provider may take the other one. */
export function formParameters(bytes: Uint8Array): Target['parameters'] {
  const buffer = bufferOf(bytes);
  if (buffer.includes(';'))
    throw wrongBody('The form has a semicolon: write it as %3B where it is part of a value.');
  demandParameters(ampersandsIn(buffer) + 1);
  const parameters = parametersOf(buffer.toString());
  demandNames(parameters);
  const seen = new Set<string>();
  for (const [name] of parameters) {
    const compared = withoutUnderscores(name);
    if (seen.has(compared) && !compared.endsWith('[]'))
      throw wrongBody(`The body has the parameter ${name.slice(0, 100)} twice.`);
    seen.add(compared);
  }
  return parameters;
}
