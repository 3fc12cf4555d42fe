/** Commands of a page, in a small part of the shell's language and of curl's options; everything else is an error. */

export type Variables = Record<string, string>;

/** What a comment below a command says about its answer: `# Answers a[].b ($NAME below)`. */
export interface Promised {
  /** The name of a header, the place of a value in JSON, or `a file`. */
  readonly at: string;
  readonly isHeader: boolean;
  /** The variable that later commands have it in, or the part of it behind the last slash. */
  readonly variable: string | undefined;
  readonly isLastPart: boolean;
}

export interface Command {
  readonly text: string;
  readonly promised: readonly Promised[];
}

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const promise =
  /^# Answers (?<header>the header )?(?<at>a file|\S+)(?: \((?<last>its last part is )?\$(?<variable>\w+) below\))?$/;

function promisedIn(line: string): Promised {
  const { header, at, last, variable } = promise.exec(line)?.groups ?? {};
  if (at === undefined) throw new Error(`this comment cannot be read: ${line}`);
  return { at, isHeader: header !== undefined, variable, isLastPart: last !== undefined };
}

/** The commands in the blocks of a section, each with the comments below it. */
export const commandsIn = (markdown: string): Command[] =>
  [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split(/^(?=curl |\w+=)/m))
    .map((command) => {
      const lines = command.trim().split('\n');
      const end = lines.findIndex((line) => line.startsWith('# '));
      return {
        text: lines
          .slice(0, end < 0 ? undefined : end)
          .join('\n')
          .trim(),
        promised: end < 0 ? [] : lines.slice(end).map(promisedIn),
      };
    });

const word = /(?:'[^']*'|"[^"\\`]*"|[\w$./:=,{}-])+/g;

/** The words of a command, with the values of variables. Only single quotes keep a `$`. */
export function wordsOf(text: string, variables: Variables): string[] {
  const line = text.replaceAll(/\\\n */g, (_, at: number) => (/\s/.test(text[at - 1] ?? '') ? ' ' : ''));
  if (line.replaceAll(word, '').trim() !== '') throw new Error(`this is no plain command: ${text}`);
  const valueOf = (name: string): string => {
    const value = variables[name];
    if (value === undefined) throw new Error(`nothing says what $${name} is: ${text}`);
    return value;
  };
  return (line.match(word) ?? []).map((found) =>
    found.replaceAll(
      /'([^']*)'|"([^"]*)"|[^'"]+/g,
      (plain, single?: string, double?: string) =>
        single ??
        (double ?? plain).replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, a?: string, b?: string) =>
          valueOf(a ?? b ?? ''),
        ),
    ),
  );
}

export function curlOf([program, ...words]: readonly string[]): CurlRequest {
  if (program !== 'curl') throw new Error(`${program} is not curl`);
  const headers: Record<string, string> = {};
  const data: string[] = [];
  let isQuery = false;
  let method: string | undefined;
  let url: string | undefined;
  const given = words.values();
  const next = (): string => given.next().value ?? '';
  for (const option of given)
    if (option === '-X') method = next();
    else if (option === '-G') isQuery = true;
    else if (option === '-d' || option === '--data') data.push(next());
    else if (option === '--json') {
      data.push(next());
      headers['content-type'] = headers['accept'] = 'application/json';
    } else if (option === '--data-urlencode') {
      const [, name = '', value = ''] = /^(\w+)=([^]*)$/.exec(next()) ?? [];
      data.push(`${name}=${encodeURIComponent(value)}`);
    } else if (option === '-H') {
      const [, name = '', value = ''] = /^([\w-]+): (.+)$/.exec(next()) ?? [];
      headers[name.toLowerCase()] = value;
    } else if (option.startsWith('-') || url !== undefined) throw new Error(`curl ${option} is not read`);
    else url = option;
  // curl takes these for sets of addresses.
  if (url === undefined || /[[\]{}]/.test(url)) throw new Error(`curl cannot take ${url}`);
  const sent = data.length === 0 ? undefined : data.join('&');
  if (isQuery)
    return {
      method: method ?? 'GET',
      url: sent === undefined ? url : `${url}?${sent}`,
      headers,
      body: undefined,
    };
  return {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    url,
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    body: sent,
  };
}
