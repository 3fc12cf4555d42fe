import { accountNames, type Schemas } from '@patchbay/client';
import { operationOf } from '../catalogue/lists.ts';
import type { Command, Given } from '../command.ts';
import type { Context } from '../context.ts';
import { Failure, usageFailure } from '../failure.ts';
import { readBody } from '../http/request-input.ts';
import { asksForData, print } from '../output/print.ts';
import { type Io, isInteractive, styled } from '../terminal/io.ts';
import { durationMs } from '../terminal/poll.ts';
import { withProgress } from '../terminal/progress.ts';
import { confirm } from '../terminal/prompt.ts';
import { cleanLine } from '../text/clean.ts';
import { localTime } from '../text/formats.ts';
import { fillIn } from './connect-form.ts';
import { failureOf, isConnected, linkOf, waitForConsent } from './consent.ts';
import { findIntegration, type Integration, scopeOf } from './find-integration.ts';

type Provider = Schemas['Provider'];
type Values = Schemas['FieldValues'];
type ConnectLink = Schemas['ConnectLink'];

/** Repeats the attempt until the integration is connected or the person gives up. */
async function untilConnected(
  io: Io,
  first: Integration,
  canAskAgain: boolean,
  attempt: (before: Integration) => Promise<Integration>,
): Promise<Integration> {
  for (let before = first; ; ) {
    const after = await attempt(before);
    if (isConnected(after, before)) return after;
    const failure = failureOf(after, before) ?? new Failure(`${cleanLine(after.name)} was not connected.`);
    if (!canAskAgain) throw failure;
    io.stderr.write(`${styled(io, io.stderr, 'red', failure.message)}\n`);
    if (!(await confirm(io, 'Try again?'))) throw new Failure(`${cleanLine(after.name)} is not connected.`);
    before = after;
  }
}

async function connectByForm(
  context: Context,
  integration: Integration,
  { connectFields }: Provider,
  { input }: Given['flags'],
): Promise<Integration> {
  const { io } = context;
  const { id, name, providerName } = integration;
  if (input === undefined && !isInteractive(io))
    throw usageFailure(
      'There is no terminal to ask for the credentials.',
      `Give them as a JSON object with --input: ${connectFields.map((field) => field.name).join(', ')}.`,
    );
  const given = typeof input === 'string' ? ((await readBody(io, input)) as Values) : undefined;
  const client = await context.client();
  return await untilConnected(io, integration, given === undefined, async () => {
    if (given === undefined)
      io.stderr.write(
        `${styled(io, io.stderr, 'bold', `Connect ${cleanLine(name)} with ${cleanLine(providerName)}.`)}\n`,
      );
    const body = given ?? (await fillIn(io, connectFields));
    return await withProgress(
      io,
      () => ({ text: `${cleanLine(providerName)} checks the credentials` }),
      () => client.connectIntegration({ ...scopeOf(context), id, body }),
    );
  });
}

/** Undefined: nobody waits for the outcome. */
async function connectByConsent(
  context: Context,
  integration: Integration,
  { configured, name }: Provider,
  flags: Given['flags'],
): Promise<Integration | undefined> {
  const { io } = context;
  const { timeout } = flags;
  const timeoutMs = typeof timeout === 'string' ? durationMs('timeout', timeout) : undefined;
  if (!configured)
    throw new Failure(
      `This installation has no client of ${cleanLine(name)}, so nobody can consent.`,
      undefined,
      'Its operator has to configure one.',
    );
  const show = async (before: Integration): Promise<ConnectLink> => {
    const link = await linkOf(context, before, flags['new-link'] === true && before === integration);
    io.stderr.write(
      `Whoever opens this address can connect ${cleanLine(before.name)}, until ${localTime(link.expiresAt)}:\n`,
    );
    if (!asksForData(context)) io.stdout.write(`${cleanLine(link.connectUrl)}\n`);
    return link;
  };
  if (flags['no-wait'] === true) {
    const value = await show(integration);
    if (asksForData(context)) await print(context, { value, fields: Object.keys(value) });
    return undefined;
  }
  return await untilConnected(io, integration, isInteractive(io), async (before) =>
    waitForConsent(context, before, await show(before), { timeoutMs, isOpened: flags['open'] === true }),
  );
}

export const integrationConnect: Command = {
  path: ['integration', 'connect'],
  summary: 'Connect an integration: fill in its credentials, or wait for the consent',
  description:
    'Where the provider takes credentials, it asks for them, or reads them as JSON with --input. Where clients consent at the provider, it prints the connect link, opens it with --open or when you press Enter, and waits until somebody has followed it.',
  args: [
    {
      name: 'integration',
      description: 'Its id or name.',
      isOptional: true,
      completes: { operationId: 'listIntegrations' },
    },
  ],
  flags: [
    {
      name: 'input',
      value: 'file',
      description: 'Reads the credentials as a JSON object; - is stdin.',
      completes: 'files',
    },
    { name: 'open', description: 'Opens the connect link in the browser at once.' },
    { name: 'new-link', description: 'Issues a new connect link. The earlier one ends at once.' },
    { name: 'no-wait', description: 'Prints the connect link and ends.' },
    {
      name: 'timeout',
      value: 'time',
      description: 'Waits for the consent no longer than that, such as 10m. Default: until Ctrl-C.',
    },
  ],
  printsData: true,
  examples: [
    'patchbay integration connect Nordlicht',
    'patchbay integration connect Nordlicht --input credentials.json',
    'patchbay integration connect "Google Ads" --no-wait # prints the link for a client',
    'patchbay integration connect "Google Ads" --open --timeout 10m',
  ],
  async run(context, { args: [wanted], flags }) {
    const { io } = context;
    const integration = await findIntegration(context, wanted);
    const client = await context.client();
    const provider = await client.getProvider({ provider: integration.provider });
    const connect = provider.authMethod === 'oauth' ? connectByConsent : connectByForm;
    const connected = await connect(context, integration, provider, flags);
    if (connected === undefined) return;
    const { name, providerName, status } = connected;
    const names = accountNames(connected).map(cleanLine);
    const account = names.length === 0 ? '' : `, account ${names.join(', ')}`;
    io.stderr.write(
      `Connected ${cleanLine(name)} with ${cleanLine(providerName)}${account}. It is ${cleanLine(status)}.\n`,
    );
    if (asksForData(context))
      await print(context, { value: connected, fields: operationOf('getIntegration').fields });
  },
};
