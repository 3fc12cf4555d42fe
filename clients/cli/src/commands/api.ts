import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodeOfStatus, Failure, refusedHint, usageFailure } from '../failure.ts';
import { requestFlags, requestOf } from '../http/request-input.ts';
import { print } from '../output/print.ts';
import { confirmSession } from '../sign-in.ts';

/** A path on the configured host. Another host is refused, because it would receive the credential. */
export function pathAt(host: string, given: string): string {
  const isAbsolute = /^([a-z][a-z\d+.-]*:)?\/\//i.test(given);
  if (!isAbsolute) return `/${given.replace(/^[/\\]+/, '')}`;
  if (given.startsWith(`${host}/`)) return given.slice(host.length);
  throw usageFailure(
    `The address is not at ${host}.`,
    'Give a path such as /v1/me, and another host with --host.',
  );
}

/** Replaces `{orgSlug}` and `{workspaceSlug}` by the current organization and workspace. */
const filled = (context: Context, path: string): string =>
  path
    .replaceAll('{orgSlug}', () => encodeURIComponent(context.org))
    .replaceAll('{workspaceSlug}', () => encodeURIComponent(context.workspace));

const withCursor = (path: string, cursor: string): string => {
  const [before = '', query = ''] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${before}?${parameters.toString()}`;
};

export const api: Command = {
  path: ['api'],
  summary: 'Send any request to the API',
  description:
    'Sends a request with the credential of the profile, and prints the answer: JSON in lines on a terminal, as it came in a pipe. `{orgSlug}` and `{workspaceSlug}` in the path are the current ones. The exit code follows from the status. `patchbay api GET /openapi.json` describes all operations.',
  args: [
    {
      name: 'method',
      description: 'The method. Default: GET.',
      isOptional: true,
      completes: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    },
    { name: 'path', description: 'The path, such as /v1/me. Required.', isOptional: true },
  ],
  flags: [
    ...requestFlags,
    { name: 'paginate', description: 'Asks for all pages, and prints one after another.' },
    { name: 'jq', value: 'filter', description: 'Prints what a jq filter makes of the JSON.' },
  ],
  examples: [
    'patchbay api /v1/me',
    'patchbay api GET /v1/organizations/{orgSlug}/audit-logs --paginate --field limit=200',
    'patchbay api POST /v1/organizations/{orgSlug}/workspaces --field name=Spring --field slug=spring',
    'patchbay api PATCH /v1/me --input change.json --include',
  ],
  async run(context, { args: [first = '', second], flags }) {
    const [method, given] = second === undefined ? ['GET', first] : [first, second];
    if (/^[A-Z]*$/i.test(given)) throw usageFailure('Missing: <path>.', 'For example: patchbay api /v1/me');
    const { io, host } = context;
    const { printBody, printHead } = await import('../output/answer.ts');
    const typed = filled(context, pathAt(host, given));
    const { init, ...request } = await requestOf(io, method, typed, flags);
    if (flags['paginate'] && request.method !== 'GET') throw usageFailure('Only a GET has pages.');
    for (let path: string | undefined = request.path; path !== undefined; ) {
      let response = await context.send(path, init);
      if (response.status === 403) {
        const { detail } = (await response
          .clone()
          .json()
          .catch(() => ({}))) as { detail?: string };
        if (detail?.startsWith('confirmation_required') && (await confirmSession(context)))
          response = await context.send(path, init);
      }
      if (flags['include']) printHead(io, response);
      if (!response.ok) {
        await printBody(io, response);
        throw new Failure(
          `The answer has the status ${response.status}.`,
          exitCodeOfStatus(response.status),
          response.status === 401 ? refusedHint : undefined,
        );
      }
      if (!flags['paginate'] && !flags['jq']) return await printBody(io, response);
      const text = await response.text();
      const value = (text === '' ? undefined : JSON.parse(text)) as
        | { nextCursor?: string | null }
        | undefined;
      if (flags['jq']) await print(context, { value, fields: [] });
      else if (io.stdout.isTTY) await printBody(io, new Response(text, response));
      else io.stdout.write(`${text}\n`);
      const next: string | undefined =
        flags['paginate'] && value?.nextCursor ? withCursor(path, value.nextCursor) : undefined;
      if (next === path) throw new Failure('The list does not end: the next page is the same one again.');
      path = next;
    }
  },
};
