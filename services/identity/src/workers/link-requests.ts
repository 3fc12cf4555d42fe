import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { createJobWorker, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { schema } from '../migrations.ts';
import type { Dependencies } from '../rpc/dependencies.ts';
import { mailSignInLink, type WantedLink } from '../rpc/mail-sign-in-link.ts';
import {
  claimLinkRequests,
  deleteLinkRequest,
  type LinkRequest,
  postponeLinkRequest,
  takeLinkRequest,
} from '../store/link-requests.ts';
import { userExists } from '../store/users.ts';

export type LinkRequestParts = Pick<
  Dependencies,
  'db' | 'transact' | 'mails' | 'organization' | 'portalUrl'
> & { readonly logger: Logger; readonly clock?: Clock };

/**
 * Does the stored requests for sign-in links: finds out what lets the address in, and mails a link if anything does. The request
 * is deleted in the transaction that queues the mail, so that one request queues one mail at most. The process that stores a
 * request wakes its own worker; requests of a process that has ended are found by the others at their next poll.
 *
 * Requests run concurrently and are postponed when they fail, so they end in any order. Of the requests of an address that wait
 * together only the newest is mailed: its link would replace the others at once. It is mailed however late, because the person was
 * told to expect a mail, and its link works for 15 minutes from then on: an outage ends with one mail per address.
 */
export function createLinkRequestWorker(parts: LinkRequestParts): Worker {
  const { db, organization, logger, clock = systemClock } = parts;
  const tracer = tracerOf(schema);
  const inTrace = <T>({ traceparent }: LinkRequest, name: string, work: () => Promise<T>): Promise<T> =>
    inSpan(tracer, name, { parent: contextFromTraceparent(traceparent ?? undefined) }, work);

  /**
   * The link to mail; undefined where nothing lets the address in. Where nothing else does, it is the link of the parked sign-up,
   * whose mail says what it creates: only who reads the mailbox can use it.
   */
  const linkFor = async ({ email, callbackUrl, createdAt }: LinkRequest): Promise<WantedLink | undefined> => {
    const link = { email, callbackUrl, signUp: null, requestedAt: createdAt };
    if (await userExists(db, email)) return link;
    const { admitted, signUpId, organizationName } = await organization.admitAddress({ email });
    if (admitted) return link;
    return signUpId === '' ? undefined : { ...link, signUp: { id: signUpId, organizationName } };
  };

  const jobs: Jobs<LinkRequest, WantedLink | undefined> = {
    claim: (limit, leaseMs) => claimLinkRequests(db, limit, leaseMs),
    work: (request) => inTrace(request, spanTable.linkRequest.name(), () => linkFor(request)),
    async complete(request, link) {
      await inTrace(request, spanTable.linkRequestDone.name(), async () => {
        if (link === undefined) await deleteLinkRequest(db, request);
        else await mailSignInLink(parts, link, (tx) => takeLinkRequest(tx, request));
      });
    },
    async postpone(request, { error, delayMs }) {
      const { id, attempts } = request;
      logger.warn({ err: error, request: id, attempts }, 'postponed a request for a sign-in link');
      await postponeLinkRequest(db, request, delayMs);
    },
  };

  return createJobWorker({
    name: 'link requests',
    jobs,
    leaseMs: 20_000,
    // Half of the connections of the pool.
    concurrency: 4,
    pollMs: 2_000,
    idleMs: 10_000,
    retry: { min: 500, max: 60_000 },
    logger,
    clock,
  });
}
