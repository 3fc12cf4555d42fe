import { Failure, invalid } from '@patchbay/errors/failure';
import type { StreamedAnswer } from '@patchbay/outgoing/outgoing';
import type { Api, Use } from '../connector/use.ts';
import { parameterName } from './names.ts';
import { anyOf, type Matched } from './pattern.ts';

import type { Target } from './target.ts';

/** Parameters by which systems choose the format of an answer, as `parameterName` writes them. */
const formatParameters: ReadonlySet<string> = new Set([
  'accept',
  'alt',
  'format',
  'output',
  'outputformat',
  'responseformat',
]);

/** Charsets that write a name and its quotes as the bytes that are looked for. */
const plainCharset = /^(utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/;

interface MediaType {
  /** In lower case, without parameters. */
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

function mediaTypeOf(text: string): MediaType {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  return {
    name,
    parameters: parameters.map((parameter) => {
      const [key = '', value = ''] = parameter.split('=').map((part) => part.trim());
      return [key, value.replace(/^"(.*)"$/, '$1')] as const;
    }),
  };
}

/** JSON, also as lines, in which names can be found. */
const isReadableJson = ({ name, parameters }: MediaType): boolean =>
  /^(application|text)\/([\w.-]+\+)?(json|json-seq|x-ndjson|jsonl)$/.test(name) &&
  parameters.every(([key, value]) => key !== 'charset' || plainCharset.test(value));

/** JSON by its first bytes. UTF-16, which needs not be declared, has a zero before or behind the first character. */
const beginsJson = /^(?:\xef\xbb\xbf)?\s*(?:[{["\d\-tfn](?!\0)|$)/;

const isAny = ({ name }: MediaType): boolean => name === '*/*' || name === 'application/*';

const isWanted = ({ parameters }: MediaType): boolean =>
  parameters.every(([key, value]) => key !== 'q' || Number(value) > 0);

const json = 'application/json';

/** The ranges of `Accept` in which names can be found. Without a header JSON is asked for. */
function acceptedJson(accept: string): string {
  const ranges = accept.split(',').flatMap((text) => {
    const range = mediaTypeOf(text);
    if (!isWanted(range)) return [];
    if (isAny(range)) return [json];
    return isReadableJson(range) ? [text.trim()] : [];
  });
  if (ranges.length === 0)
    throw invalid({
      path: 'headers',
      message: `The header accept must take ${json}: this api has secrets that Patchbay cannot hide in another format.`,
    });
  return [...new Set(ranges)].join(', ');
}

/**
 * The formats in which answers of an api may come. Where it has names to hide, it is JSON alone, because the values of names are found in
 * no other format; elsewhere any.
 */
export function createFormats({ hiddenNames = [] }: Use, { files }: Api) {
  const isFile = anyOf(files);
  const isBound = (request: Matched): boolean => hiddenNames.length > 0 && !isFile(request);

  return {
    /** Whether it is JSON alone for this request. */
    isBound,

    /** The headers with which the answer can only be asked for in such a format. Throws where the caller asks for another one. */
    asked(
      request: Matched,
      { parameters }: Pick<Target, 'parameters'>,
      headers: Readonly<Record<string, string>>,
    ): Readonly<Record<string, string>> {
      if (!isBound(request)) return headers;
      for (const [name, value] of parameters)
        if (formatParameters.has(parameterName(name)) && !/^json$/i.test(value))
          throw invalid({
            path: 'query',
            message: `The parameter ${name.slice(0, 100)} must be json: this api has secrets that Patchbay cannot hide in another format.`,
          });
      return { ...headers, accept: acceptedJson(headers['accept'] ?? json) };
    },

    /** Whether what is to be hidden would be found in an answer that begins with these bytes. */
    isReadable(request: Matched, { headers }: Pick<StreamedAnswer, 'headers'>, beginning: Buffer): boolean {
      if (!isBound(request) || beginning.length === 0) return true;
      return (
        isReadableJson(mediaTypeOf(headers['content-type'] ?? '')) &&
        beginsJson.test(beginning.toString('latin1', 0, 1_024))
      );
    },
  };
}

/** Of an answer that is not passed on, although the provider has accepted the request. */
export const unreadable = (name: string): Failure =>
  new Failure(
    'unavailable',
    `${name} answers in a format in which Patchbay cannot hide secrets. Ask for ${json}.`,
    { byProvider: true },
  );
