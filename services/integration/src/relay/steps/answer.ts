import type { Readable } from 'node:stream';
import { basicAuthorization } from '../../connector/call.ts';
import type { Authorization } from '../../connector/connector.ts';
import { clientIn, type Installation } from '../../connector/connectors.ts';
import type { Provider } from '../../connector/provider.ts';
import type { StoredCredentials } from '../../store/credentials.ts';
import type { RelayedIntegration } from '../../store/relayed-integration.ts';
import { unreadable } from '../formats.ts';
import { returnedHeaders } from '../headers.ts';
import { brokenOff } from '../provider-answer.ts';
import type { Judgement } from '../rules.ts';
import { createScrubbers, scrubStream } from '../scrub.ts';
import type { Judged } from './judge.ts';
import type { Permitted } from './permit.ts';
import type { Sent } from './send.ts';
import type { Turn } from './turn.ts';

/** The answer of the provider, without its credentials. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As a whole where it is known already. A stream fails where the provider's answer is cut off. */
  readonly body: Readable | Buffer;
  readonly kind: Judgement['kind'];
  readonly integration: Pick<RelayedIntegration, 'id' | 'name' | 'provider'>;
}

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

/** What the caller gets. A body that is streamed takes over what is held, until it has closed. */
export function answer(
  installation: Installation | undefined,
  { provider, stored, integration }: Pick<Permitted, 'provider' | 'stored' | 'integration'>,
  { baseUrl, judgement: { kind } }: Pick<Judged, 'baseUrl' | 'judgement'>,
  { status, headers, authorization, stream, whole, isReadable }: Sent,
  { ended }: Pick<Turn, 'ended'>,
  held: DisposableStack,
): RelayedAnswer {
  const { hiddenNames = [], returnedHeaders: more = [] } = provider.use;
  const scrubbers = createScrubbers({
    secrets: secretsOf(provider, stored, authorization, installation),
    names: hiddenNames,
  });
  const returned = returnedHeaders(headers, more, baseUrl, scrubbers);
  const about = { status, kind, integration };
  if (!isReadable) {
    if (status < 300) throw unreadable(provider.name);
    // An error or a redirect, such as the page of a proxy: its status and its headers tell enough.
    const { 'content-type': _type, 'content-disposition': _disposition, ...others } = returned;
    return { ...about, headers: { ...others, 'content-length': '0' }, body: Buffer.alloc(0) };
  }
  if (whole !== undefined) {
    const scrubber = scrubbers();
    const body = Buffer.concat([scrubber.push(whole), scrubber.end()]);
    return { ...about, headers: { ...returned, 'content-length': String(body.length) }, body };
  }
  const body = scrubStream(scrubbers());
  const fail = (error: unknown) => body.destroy(ended() ?? brokenOff(error, provider));
  const streamed = held.move();
  // It may fail before somebody reads it, who then learns of it: without a listener the process would end.
  body.on('error', () => {}).on('close', () => streamed.dispose());
  // The provider may have broken it off while the status was noted.
  if (stream.errored === null) stream.on('error', fail).pipe(body);
  else fail(stream.errored);
  return { ...about, headers: returned, body };
}
