import { errorOf } from '@patchbay/client';
import type { Command } from '../command.ts';
import { Failure, usageFailure } from '../failure.ts';
import { requestFlags, requestOf } from '../http/request-input.ts';
import { findIntegrationId, scopeOf } from './find-integration.ts';

export const relay: Command = {
  path: ['relay'],
  summary: "Send a request to an integration's advertising system",
  description:
    "Sends a request to the advertising system with the credentials that Patchbay keeps, and streams the answer to stdout. The path begins with the name of one of the provider's APIs, which `patchbay provider get` lists. An API key needs a grant. The exit code is 1 where the advertising system refuses, and follows from the status where Patchbay does.",
  args: [
    {
      name: 'integration',
      description: 'The id or the name.',
      completes: { operationId: 'listIntegrations' },
    },
    { name: 'method', description: 'The method.', completes: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    { name: 'api/path', description: 'The API of the provider, and the path below its address.' },
  ],
  flags: requestFlags,
  examples: [
    'patchbay relay Nordlicht GET marketing/advertisers/me',
    'patchbay relay "Spring ads" POST googleads/customers/1234567890/googleAds:search --field query=@query.txt',
    'patchbay relay 0199c1f5-6b82-7d97-8f3a-c4fb06a8d918 POST marketing/statistics/report --input report.json > report.out',
  ],
  async run(context, { args: [integration = '', methodGiven = '', given = ''], flags }) {
    const { io, org } = context;
    const client = await context.client();
    const { printBody, printHead } = await import('../output/answer.ts');
    const { method, path, init } = await requestOf(
      io,
      methodGiven,
      given.replace(/^\/+/, '').replaceAll('#', '%23'),
      flags,
    );
    const api = /^\w+\/(?=.)/.exec(path)?.[0];
    // `..` would lead to another operation, with the credential of the caller.
    if (api === undefined || !new URL(path, 'http://relay/').pathname.startsWith(`/${api}`))
      throw usageFailure(
        `"${given}" is not a path of the relay.`,
        'Write the API and its path: googleads/customers/1234567890.',
      );
    const id = await findIntegrationId(context, integration);
    if (!/^(GET|HEAD)$/.test(method))
      io.stderr.write(
        `If this ${method} changes something, Patchbay records it in the audit trail of ${org}.\n`,
      );
    const response = await client
      .integration({ ...scopeOf(context), id })
      .fetch(path, { ...init, method, signal: io.signal });
    if (flags['include']) printHead(io, response);
    if (response.headers.get('patchbay-relay') !== 'provider') throw await errorOf(response);
    await printBody(io, response);
    if (response.status >= 400)
      throw new Failure(
        `The advertising system answered with the status ${response.status}. Patchbay passed it on.`,
      );
  },
};
