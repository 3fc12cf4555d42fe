import { type Command, type CurlRequest, curlOf, type Promised, type Variables, wordsOf } from './curl.ts';

/** The values at a place such as `results[].campaign.name`. */
const valuesAt = (json: unknown, place: string): unknown[] =>
  place
    .split(/\.|(?=\[\])/)
    .reduce<unknown[]>(
      (values, step) =>
        values.flatMap((value) =>
          step === '[]' ? (value as unknown[]) : [(value as Record<string, unknown> | null)?.[step]],
        ),
      [json],
    )
    .filter((value) => value !== undefined && value !== null && value !== '');

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function promisedValue({ headers, text }: Received, { at, isHeader }: Promised): string {
  if (isHeader) return headers.get(at) ?? '';
  if (at === 'a file') return text;
  const [found = ''] = valuesAt(JSON.parse(text), at);
  return typeof found === 'string' ? found : JSON.stringify(found);
}

export async function send({ method, url, headers, body }: CurlRequest): Promise<Received> {
  const answer = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Runs a command of the page, and sets the variables that the page names below it; resolves with who has answered. */
export async function run({ text, promised }: Command, variables: Variables): Promise<string | null> {
  const received = await send(curlOf(wordsOf(text, variables)));
  const shown = `${text}\n${received.text}`;
  if (received.status < 200 || received.status > 299) throw new Error(`${received.status}: ${shown}`);
  for (const each of promised) {
    const found = promisedValue(received, each);
    if (found === '') throw new Error(`no ${each.at} in the answer: ${shown}`);
    if (each.variable !== undefined)
      variables[each.variable] = each.isLastPart ? (found.split('/').at(-1) ?? '') : found;
  }
  return received.headers.get('patchbay-relay');
}
