import type { Schemas } from '@patchbay/client';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { onEnter } from '../terminal/on-enter.ts';
import { openBrowser } from '../terminal/open-browser.ts';
import { poll } from '../terminal/poll.ts';
import { startProgress } from '../terminal/progress.ts';
import { cleanLine } from '../text/clean.ts';
import { localTime } from '../text/formats.ts';
import { type Integration, scopeOf } from './find-integration.ts';

type Link = Schemas['ConnectLink'];

const intervalMs = 2_000;

/** Whether it was connected after `before`. */
export const isConnected = (after: Integration, before: Integration): boolean =>
  after.connectedAt !== null && after.connectedAt !== before.connectedAt;

/** The error of the last attempt in the words of the API, if it failed after `before` was read. */
export function failureOf(after: Integration, before: Integration): Failure | undefined {
  const { statusDetail, statusCheckedAt, lastError, lastErrorAt } = after;
  const hint = `Run \`patchbay integration connect ${after.id}\` to try again.`;
  if (statusDetail !== null && statusCheckedAt !== before.statusCheckedAt)
    return new Failure(cleanLine(statusDetail), undefined, hint);
  if (lastError !== null && lastErrorAt !== before.lastErrorAt)
    return new Failure(cleanLine(lastError), undefined, hint);
  return undefined;
}

/** The live link, or a new one where there is none. */
export async function linkOf(context: Context, integration: Integration, isNew: boolean): Promise<Link> {
  const { connectLink, id } = integration;
  if (connectLink !== null && !connectLink.expired && !isNew) return connectLink;
  const client = await context.client();
  const issued = await client.issueConnectLink({ ...scopeOf(context), id });
  if (connectLink !== null) context.io.stderr.write('This is a new link. The earlier one no longer works.\n');
  if (issued.connectLink === null) throw new Failure('The link was revoked at once.');
  return issued.connectLink;
}

interface Waiting {
  readonly timeoutMs: number | undefined;
  readonly isOpened: boolean;
}

/** Waits until somebody has used the link. Resolves with the integration after the attempt. */
export async function waitForConsent(
  context: Context,
  before: Integration,
  { connectUrl, expiresAt }: Link,
  { timeoutMs, isOpened }: Waiting,
): Promise<Integration> {
  const { io } = context;
  const client = await context.client();
  const valid = `The link stays valid until ${localTime(expiresAt)}.`;
  const open = async (): Promise<void> => {
    if (!(await openBrowser(io, connectUrl)))
      progress.say('No browser could be started. Open the address in one yourself.');
  };
  const line = isOpened ? '' : 'Press Enter to open it in the browser.\n';
  const stop = onEnter(io, line, () => void open());
  const progress = startProgress(io, () => ({
    text: `Waiting for the consent at ${cleanLine(before.providerName)}`,
  }));
  try {
    if (isOpened) await open();
    const late = (): string => `Nobody has connected ${cleanLine(before.name)} within the time. ${valid}`;
    return await poll(io, { intervalMs, timeoutMs, late, say: progress.say }, async (options) => {
      const after = await client.getIntegration({ ...scopeOf(context), id: before.id }, options);
      if (isConnected(after, before) || failureOf(after, before)) return after;
      if (after.connectLink?.connectUrl !== connectUrl)
        throw new Failure('The link was revoked, or replaced by another one.');
      if (after.connectLink.expired) throw new Failure('The link has expired.');
      return undefined;
    });
  } catch (error) {
    if (io.signal.aborted) progress.say(valid);
    throw error;
  } finally {
    stop();
    progress.stop();
  }
}
