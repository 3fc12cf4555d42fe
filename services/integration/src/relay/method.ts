import type { Client } from '@connectrpc/connect';
import { inWorkspace } from '@patchbay/access/rules';
import type { CredentialService } from '@patchbay/contracts/patchbay/integration/v1/credential_service';
import type { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import type { Queryable } from '@patchbay/database/query';
import { type Failure, toFailure } from '@patchbay/errors/failure';
import { statusOf } from '@patchbay/errors/problem';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { Outgoing } from '@patchbay/outgoing/outgoing';
import type { BodyMethod } from '@patchbay/rpc/body-method';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import { v7 as uuid } from 'uuid';
import { attemptMs } from '../attempts/limits.ts';
import type { ConnectorOf, Installations } from '../connector/connectors.ts';
import { integrationEvent } from '../domain/integration.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { idOf, workspaceOf } from '../rpc/member-integration.ts';
import { findRelayed } from '../store/relayed-integration.ts';
import { noteChange } from '../store/sent-changes.ts';
import { callerColumns } from './caller-columns.ts';
import type { ChangeStatuses } from './change-statuses.ts';
import { createRelay } from './relay.ts';
import type { RelayParts } from './relay-parts.ts';
import type { RequestLog } from './request-log.ts';
import type { RunningGrants } from './running-grants.ts';
import { measureDelay } from './sending-delay.ts';
import type { RelayedAnswer } from './steps/answer.ts';
import type { CountedRequest, UseCounter } from './use-counter.ts';

export interface RelayDependencies {
  /** Logs in as the role `relay`. */
  readonly db: Queryable;
  /** Opens credentials. */
  readonly sealer: Sealer;
  readonly installations: Installations;
  readonly catalogue: Catalogue;
  readonly connectorOf: ConnectorOf;
  readonly outgoing: Outgoing;
  /** Renews credentials. */
  readonly credentials: Client<typeof CredentialService>;
  readonly uses: UseCounter;
  readonly requests: RequestLog;
  readonly statuses: ChangeStatuses;
  readonly grants: RunningGrants;
  readonly counts: SharedCounts | undefined;
  readonly clock: Clock;
}

/** Of a path or an account in an entry of the trail or a request, at most 500 characters, and none that Postgres refuses in JSON. */
const noted = (text: string): string => text.slice(0, 500).toWellFormed().replaceAll('\0', '\ufffd');

/** Milliseconds for a call to integration that asks the provider: longer than the attempt, so that integration answers. */
const timeoutMs = attemptMs + 5_000;

/** Failures of the provider or of the way to it; others are refusals of ours. */
const isFailed = ({ code }: Failure): boolean => ['timeout', 'unavailable', 'internal'].includes(code);

/** How a request has ended. */
interface Ended {
  readonly status: number;
  readonly failure: Failure | undefined;
  readonly bytesReceived?: number;
  readonly event?: CountedRequest['event'];
}

/** What the caller is told of a failure, in one text. */
const detailOf = ({ code, publicText, problems }: Failure): string =>
  publicText ??
  (problems.length === 0
    ? statusOf[code][1]
    : problems.map(({ path, message }) => `${path}: ${message}`).join('; '));

/** Relays one request; the body of the answer is read as fast as the caller takes it. */
export function relay({
  db,
  sealer,
  installations,
  catalogue,
  connectorOf,
  outgoing,
  credentials,
  uses,
  requests,
  statuses,
  grants,
  counts,
  clock,
}: RelayDependencies): BodyMethod<typeof RelayService.method.relay> {
  const send = createRelay({ installations, catalogue, counts, clock });
  const tokens: RelayParts['tokens'] = {
    async renew(integrationId, version, why, signal) {
      const asked = { integrationId, version, isRefused: why === 'refused' };
      await credentials.renewCredentials(asked, { signal, timeoutMs });
    },
    async refused(integrationId, version, signal) {
      await credentials.reportUnauthorized({ integrationId, version }, { signal, timeoutMs });
    },
  };

  return async (message, body, context) => {
    const caller = principalOf(context);
    const access = accessOf(context, inWorkspace.see);
    const workspace = workspaceOf(access);
    const { requestId, ipAddress, userAgent } = callOf(context);
    const call = { caller, requestId, ipAddress, userAgent };
    const { api, method, path, query } = message;
    const id = idOf(message.integrationId);
    const place = {
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      id,
      keyLineId: caller.type === 'api_key' ? caller.lineId : null,
    };
    const [at, begin] = [clock.now(), clock.uptime()];
    /** The live grant of the key, as it was read last. */
    let grantId: string | null = null;
    let account: string | null = null;
    const count = (
      outcome: CountedRequest['outcome'],
      { status, failure, bytesReceived = 0, event }: Ended,
    ): void => {
      uses.count({
        integrationId: id,
        caller,
        call,
        event,
        grantId,
        api,
        outcome,
        bytesSent: body.byteLength,
        bytesReceived,
      });
      requests.add({
        integrationId: id,
        workspaceId: workspace.id,
        id: uuid({ msecs: at.getTime() }),
        at,
        ...callerColumns(caller),
        grantId,
        api,
        method,
        // The rules of some apis begin with a colon, right behind the base.
        path: noted(path.startsWith(':') ? path : `/${path}`),
        account,
        outcome: outcome === 'refused' || outcome === 'failed' ? outcome : 'answered',
        status,
        detail: failure === undefined ? null : noted(detailOf(failure)),
        durationMs: Math.round(clock.uptime() - begin),
        bytesSent: body.byteLength,
        bytesReceived,
      });
    };

    let answer: RelayedAnswer;
    try {
      answer = await send(
        {
          connectorOf,
          ...measureDelay({ outgoing, tokens }),
          hold: grants.hold,
          named(first) {
            account = noted(first);
          },
          async find() {
            const found = await findRelayed(db, sealer, place);
            grantId = found?.grant?.id ?? grantId;
            return found;
          },
          async note({ id: integrationId, name, provider }, change) {
            const integration = { id: integrationId, name, provider, workspace };
            const metadata = {
              ...change,
              path: noted(change.path),
              account: change.account && noted(change.account),
            };
            const event = integrationEvent('integration.request_sent', integration, [], metadata);
            return statuses.writerFor({
              id: await noteChange(db, event, call),
              organizationId: workspace.organizationId,
              integrationId,
              requestId,
            });
          },
        },
        { caller, role: access.workspace.role, organizationId: workspace.organizationId },
        {
          api,
          method,
          path,
          query,
          body,
          headers: Object.fromEntries(message.headers.map((h) => [h.name, h.value])),
        },
        context.signal,
      );
    } catch (error) {
      const failure = toFailure(error);
      const [status] = statusOf[failure.code];
      // What does not exist has no uses: callers could fill the table with names of apis.
      if (failure.code !== 'not_found') count(isFailed(failure) ? 'failed' : 'refused', { status, failure });
      throw error;
    }

    const { status, headers, body: answered, kind, integration } = answer;
    let received = 0;
    // Also where the answer was broken off: a part of it was read.
    const countAnswer = (error: Error | null = null): void => {
      const used =
        kind === 'read' ? integrationEvent('integration.used', { ...integration, workspace }) : undefined;
      const outcome = kind === 'read' ? 'reads' : 'changes';
      const failure = error === null ? undefined : toFailure(error);
      count(failure === undefined ? outcome : 'failed', {
        status,
        failure,
        bytesReceived: received,
        event: used,
      });
    };
    const head = { status, headers: Object.entries(headers).map(([name, value]) => ({ name, value })) };
    if (Buffer.isBuffer(answered)) {
      received = answered.byteLength;
      countAnswer();
      return { message: head, body: answered };
    }
    const countEnd = (): void => countAnswer(answered.errored);
    if (answered.closed) countEnd();
    else answered.once('close', countEnd);
    if (context.signal.aborted) answered.destroy();
    else context.signal.addEventListener('abort', () => answered.destroy(), { once: true });
    const parts = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of answered as AsyncIterable<Buffer>) {
        received += chunk.byteLength;
        yield chunk;
      }
    };
    return { message: head, body: parts() };
  };
}
