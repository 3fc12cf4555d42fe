/** Names, in lower case, and values by turns. Cheaper than a `Headers` object, which checks and copies whatever it is given. */
export type HeaderList = readonly string[];

/** The value of the first header of that name. */
export function headerIn(headers: HeaderList, name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return headers[at + 1];
  return undefined;
}

export function toHeaders(list: HeaderList): Headers {
  const headers = new Headers();
  for (let at = 0; at < list.length; at += 2) headers.append(list[at] ?? '', list[at + 1] ?? '');
  return headers;
}
