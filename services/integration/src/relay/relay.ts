import type { Readable } from 'node:stream';
import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import { conflict, type Failure, notFound } from '@patchbay/errors/failure';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import { type Outgoing, OutgoingError, type StreamedAnswer } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import type { Turn } from '@patchbay/runtime/turns';
import { basicAuthorization } from '../connector/call.ts';
import type { Authorization } from '../connector/connector.ts';
import {
  appOf,
  type ConnectorOf,
  clientIn,
  type Installation,
  type Installations,
  replacePrefix,
} from '../connector/connectors.ts';
import type { Provider } from '../connector/provider.ts';
import type { Api } from '../connector/use.ts';
import { accessFor, type Catalogue, providerOf, settingsFor } from '../providers/catalogue.ts';
import type { StoredCredentials } from '../store/credentials.ts';
import type { RelayedIntegration } from '../store/relayed-integration.ts';
import { createAdmission } from './admission.ts';
import { createFormats, unreadable } from './formats.ts';
import { demandPinned, returnedHeaders, sentHeaders } from './headers.ts';
import {
  demandActive,
  demandChoice,
  demandOwnAccount,
  namedAccounts,
  type Permission,
  permissionOf,
} from './permission.ts';
import { brokenOff, decoded, isJson, peek, refusesToken, unreachable } from './provider-answer.ts';
import { createRules, demandAccount, forbidden, type Judgement, matchedOf } from './rules.ts';
import type { RunningGrants } from './running-grants.ts';
import { createScrubbers, scrubStream } from './scrub.ts';
import { sentRequest } from './sent-request.ts';
import { targetOf } from './target.ts';

/** A request as its caller sent it. */
export interface RelayRequest {
  readonly api: string;
  readonly method: string;
  /** Below the api, neither decoded nor encoded. */
  readonly path: string;
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The answer of the provider, without its credentials. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As a whole where it is known already. A stream fails where the provider's answer is cut off. */
  readonly body: Readable | Buffer;
  readonly kind: Judgement['kind'];
  readonly integration: Pick<RelayedIntegration, 'id' | 'name' | 'provider'>;
}

/** Who asks, and where. */
export interface RelayCaller {
  readonly caller: Principal;
  readonly role: Role;
  readonly organizationId: string;
}

/** Keeps tokens alive; the main program of the service does. */
export interface TokenKeeper {
  /**
   * Resolves when later credentials than these are stored; fails where the provider does not renew them. After a refusal it resolves with
   * the same ones where they were found to work a moment ago.
   */
  renew(
    integrationId: string,
    version: number,
    why: 'expired' | 'refused',
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Has these credentials verified, because the provider refused their access token: the integration is in error if it fails. Otherwise
   * they count as working for a minute.
   */
  refused(integrationId: string, version: number, signal: AbortSignal): Promise<void>;
}

export interface RelayParts {
  readonly catalogue: Catalogue;
  readonly installations: Installations;
  readonly connectorOf: ConnectorOf;
  readonly outgoing: Pick<Outgoing, 'open'>;
  readonly tokens: TokenKeeper;
  /** Tells when a grant ends, until it is let go. */
  readonly hold: RunningGrants['hold'];
  /** Reads the integration as it is now. */
  readonly find: () => Promise<RelayedIntegration | undefined>;
  /** Notes a change durably; resolves with what tells the note its status, null where none was learned. */
  readonly note: (
    integration: RelayedIntegration,
    change: NotedChange,
  ) => Promise<(status: number | null) => Promise<void>>;
}

/** A change before it is sent. */
export interface NotedChange {
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | null;
  readonly grantId: string | null;
}

/** Milliseconds until the headers of an answer have arrived, and between two parts of its body. */
const silenceMs = 60_000;
/** Milliseconds: a token that expires while a request is sent is renewed before it. */
const marginMs = 30_000;

/** What an answer must not show. Not the connect fields that are no secrets: a login name may well be in an answer. */
function secretsOf(
  provider: Provider,
  { credentials }: StoredCredentials,
  { headers, query = {} }: Authorization,
  installation: Installation | undefined,
): string[] {
  const client = clientIn(installation);
  const open = new Set(
    provider.connectFields.filter(({ type }) => type !== 'secret').map(({ name }) => name),
  );
  return [
    ...Object.entries(credentials.secrets).flatMap(([name, value]) => (open.has(name) ? [] : [value])),
    ...[...Object.entries(headers), ...Object.entries(query)].flatMap(([name, value]) =>
      /authorization|token|secret|proof|auth/i.test(name) ? [value.replace(/^\w+ /, '')] : [],
    ),
    ...(client === undefined
      ? []
      : [
          client.clientSecret,
          // As a token endpoint is sent it. An answer may leave out the padding.
          basicAuthorization(client.clientId, client.clientSecret)
            .replace(/^Basic /, '')
            .replace(/=+$/, ''),
        ]),
  ];
}

/** Sends one request of a caller to the provider of an integration. */
export function createRelay({
  installations,
  catalogue,
  counts,
  clock,
}: Pick<RelayParts, 'installations' | 'catalogue'> & {
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
  readonly clock: Clock;
}) {
  const admission = createAdmission({ counts, clock });
  const rules = new Map<
    Api,
    { readonly judge: ReturnType<typeof createRules>; readonly formats: ReturnType<typeof createFormats> }
  >();
  const rulesFor = ({ use }: Provider, api: Api, { headers }: Authorization) => {
    const known = rules.get(api);
    if (known !== undefined) return known;
    const authorizing = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const made = { judge: createRules(use, api, authorizing), formats: createFormats(use, api) };
    rules.set(api, made);
    return made;
  };

  const baseUrlOf = ({ baseUrl }: Api, { provider, settings }: RelayedIntegration): string => {
    const installation = installations[provider];
    const documented =
      typeof baseUrl === 'string'
        ? baseUrl
        : baseUrl(settingsFor(catalogue, { provider, settings }), appOf(installation));
    return replacePrefix(documented, installation?.endpoints ?? {});
  };

  const demandAllowed = (judgement: Judgement, permission: Permission): Judgement => {
    if (judgement.kind === 'change' && permission.access !== 'manage')
      throw forbidden('This request may change something: it needs `manage`.');
    try {
      demandAccount(judgement, permission.accounts);
    } catch (error) {
      // The client's choice is refused in words of its own.
      demandChoice(judgement, permission);
      throw error;
    }
    return judgement;
  };

  return async (
    parts: RelayParts,
    { caller, role, organizationId }: RelayCaller,
    request: RelayRequest,
    signal: AbortSignal,
  ): Promise<RelayedAnswer> => {
    const { connectorOf, outgoing, tokens, hold, find, note } = parts;

    /** The integration as it is now, and what the caller may do with it now. */
    const current = async () => {
      const found = await find();
      if (found === undefined) throw notFound('no such integration in this workspace');
      // Before anything else is refused: uses are counted by apis that exist.
      const api = providerOf(catalogue, found).use.apis.find(({ name }) => name === request.api);
      if (api === undefined) throw notFound(`${found.provider} has no api of this name`);
      const permission = permissionOf(caller, role, found, accessFor(catalogue, found));
      return { ...demandActive(found), api, permission };
    };

    let integration = await current();
    const { api, permission } = integration;
    const provider = providerOf(catalogue, integration);
    const connector = connectorOf(integration.provider);
    const baseUrl = baseUrlOf(api, integration);
    const target = targetOf(baseUrl, request.path, request.query, api);

    const authorized = (): Authorization =>
      connector.authorize({
        settings: settingsFor(catalogue, integration),
        credentials: integration.stored.credentials,
      });
    let authorization = authorized();
    const defaultsBeside = (sent: RelayRequest['headers']) =>
      api.defaultHeaders?.(settingsFor(catalogue, integration), target.path, sent) ?? {};
    const defaults = defaultsBeside(request.headers);
    const asked = { ...request, target, headers: { ...defaults, ...request.headers } };
    const { judge, formats } = rulesFor(provider, api, authorization);
    const judgement = demandAllowed(judge(asked), permission);
    demandOwnAccount(api, settingsFor(catalogue, integration), permission);
    demandPinned(api, request.headers, defaultsBeside({}), permission.accounts);
    const matched = matchedOf(asked);
    const sent = sentHeaders(request.headers, provider.use.sentHeaders, request.body);
    const toSend = sentRequest(api, {
      ...asked,
      headers: { ...defaults, ...formats.asked(matched, target, sent) },
    });

    const held = hold({
      integrationId: integration.id,
      grantId: permission.grantId,
      accounts: namedAccounts(judgement),
    });
    const ended = AbortSignal.any([signal, held.signal]);
    let turn: Turn | undefined;
    const release = (): void => {
      held.release();
      turn?.release();
    };
    const failureOfAnswer = (error: unknown): Failure =>
      held.signal.aborted
        ? forbidden(
            'The grant has ended, the client chose other accounts, or the integration is no longer active.',
          )
        : brokenOff(error, provider);

    const renew = async (why: 'expired' | 'refused'): Promise<void> => {
      await tokens.renew(integration.id, integration.stored.version, why, ended);
      integration = await current();
      if (integration.permission.grantId !== permission.grantId) throw forbidden('The grant has ended.');
      demandChoice(judgement, integration.permission);
      // Members may have changed the settings meanwhile.
      demandOwnAccount(api, settingsFor(catalogue, integration), integration.permission);
      authorization = authorized();
    };

    const open = async (): Promise<StreamedAnswer> => {
      const added = new URLSearchParams(authorization.query).toString();
      return outgoing.open({
        target: provider.provider,
        organization: organizationId,
        method: toSend.method,
        url: added === '' ? toSend.url : `${toSend.url}${toSend.url.includes('?') ? '&' : '?'}${added}`,
        // A header that a caller may send replaces ours: another manager of the same accounts, for example.
        headers: { ...authorization.headers, ...toSend.headers },
        ...(toSend.body.byteLength > 0 && { body: toSend.body }),
        silenceMs,
        signal: ended,
      });
    };

    let settle: Awaited<ReturnType<typeof note>> | undefined;
    let status: number | null = null;
    let stream: Readable | undefined;

    /** The answer, whether it refuses the token, and whether what is to be hidden would be found in it. */
    const attempt = async () => {
      status = null;
      const answer = await open();
      ({ status } = answer);
      const hasBody = toSend.method !== 'HEAD' && status !== 204 && status !== 304;
      stream = decoded(answer, hasBody);
      const mayRefuse = isJson(answer) || status === 401;
      if (!hasBody || (!mayRefuse && !formats.isBound(matched)))
        return { answer, read: stream, isRefused: status === 401, isReadable: true };
      const peeked = await peek(stream).catch((error: unknown) => {
        throw failureOfAnswer(error);
      });
      ({ stream } = peeked);
      const isRefused =
        status === 401 ||
        (mayRefuse &&
          peeked.whole !== undefined &&
          refusesToken(provider, status, answer.headers, peeked.whole.toString(), clock));
      const isReadable = formats.isReadable(matched, answer, peeked.beginning);
      return { answer, read: peeked.whole ?? stream, isRefused, isReadable };
    };

    try {
      const asking = { integrationId: integration.id, organizationId, provider };
      turn = await admission.begin(asking);
      const { expiresAt } = integration.stored.credentials;
      const canRenew = connector.renew !== undefined;
      if (canRenew && expiresAt !== null && expiresAt.getTime() - marginMs <= clock.now().getTime())
        await renew('expired');
      if (judgement.kind === 'change')
        settle = await note(integration, {
          api: api.name,
          method: request.method,
          path: target.path,
          account: judgement.accounts[0] ?? null,
          grantId: permission.grantId,
        });
      let attempted = await attempt();
      if (attempted.isRefused && canRenew && !integration.isWorking) {
        const { version } = integration.stored;
        await renew('refused');
        if (integration.stored.version !== version) {
          stream?.destroy();
          await admission.repeat(asking);
          attempted = await attempt();
        }
      }
      const { answer, read, isRefused, isReadable } = attempted;
      await settle?.(answer.status);
      settle = undefined;
      if (isRefused) {
        if (!integration.isWorking) {
          await tokens.refused(integration.id, integration.stored.version, ended);
          // No longer active, unless the verification succeeded or later credentials are stored.
          await current();
        }
        // Some providers answer 401 where the person who connected may not do this.
        if (answer.status === 401)
          throw conflict(
            `${provider.name} refuses this request with 401, although the connection is active.`,
          );
      }
      const scrubbers = createScrubbers({
        secrets: secretsOf(provider, integration.stored, authorization, installations[integration.provider]),
        names: provider.use.hiddenNames ?? [],
      });
      const headers = returnedHeaders(answer.headers, provider.use.returnedHeaders ?? [], baseUrl, scrubbers);
      const about = { status: answer.status, kind: judgement.kind, integration };
      if (!isReadable) {
        if (answer.status < 300) throw unreadable(provider.name);
        // An error or a redirect, such as the page of a proxy: its status and its headers tell enough.
        const { 'content-type': _type, 'content-disposition': _disposition, ...others } = headers;
        release();
        stream?.destroy();
        return { ...about, headers: { ...others, 'content-length': '0' }, body: Buffer.alloc(0) };
      }
      if (Buffer.isBuffer(read)) {
        const scrubber = scrubbers();
        const whole = Buffer.concat([scrubber.push(read), scrubber.end()]);
        release();
        return { ...about, headers: { ...headers, 'content-length': String(whole.length) }, body: whole };
      }
      const body = scrubStream(scrubbers());
      const fail = (error: unknown) => body.destroy(failureOfAnswer(error));
      body.on('close', () => {
        read.destroy();
        release();
      });
      // The provider may have broken it off while the status was noted.
      if (read.errored === null) read.on('error', fail).pipe(body);
      else fail(read.errored);
      return { ...about, headers, body };
    } catch (error) {
      release();
      stream?.destroy();
      await settle?.(status);
      if (held.signal.aborted) throw failureOfAnswer(error);
      throw error instanceof OutgoingError ? unreachable(error, provider) : error;
    }
  };
}
