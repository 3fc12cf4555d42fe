import { byName } from '@patchbay/platform/by-name';
import { serviceNames } from '@patchbay/platform/services';
import { type CollectedSpan, type Collector, createCollector } from '@patchbay/testing/collector';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabasesByHand } from '../databases-by-hand.ts';
import { type Stack, startTestStack } from '../stack.ts';
import { stackServers } from '../stack-servers.ts';
import { describeStory } from './story.ts';

let smtp: TestSmtpServer;
let collector: Collector;
let stack: Stack;

beforeAll(async () => {
  [smtp, collector] = await Promise.all([createSmtpServer(), createCollector()]);
  stack = await startTestStack(
    { ...stackServers(), smtpUrl: smtp.url },
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' },
    undefined,
    // Holds the SQL of the page true: the whole story works on what it makes.
    prepareDatabasesByHand,
  );
});
afterAll(async () => {
  await Promise.all([smtp?.stop(), collector?.stop()]);
});

/** The path from a span up to the root, as `service: name`, the span itself first. */
function ancestry(spans: readonly CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [`${span.service}: ${span.name}`, ...(parent ? ancestry(spans, parent) : [])];
}

describe('six processes on a real Postgres, Redis and Kafka', () => {
  const { causes } = describeStory(() => ({ address: stack.address, smtp }));

  it('one trace leads from the HTTP request through both hops, the transaction and Kafka to the audit insert', async () => {
    const { traceId } = causes().verified;
    /** From the root to the insert. Processes export their spans at different times: the insert may be there before the others. */
    const pathOfInsert = (): string[] => {
      const spans = collector.trace(traceId);
      const isInsert = ({ service, name }: CollectedSpan) =>
        service === 'audit' && name.includes('audit insert');
      return spans.filter(isInsert).map((span) => ancestry(spans, span).toReversed())[0] ?? [];
    };
    await waitFor(() => pathOfInsert()[0]?.startsWith('gateway: '), {
      what: 'the spans from the request to the audit insert',
    });
    const path = pathOfInsert();
    expect(path[0]).toMatch(/^gateway: .*verifySignInLink/);
    const landmarks = [
      /^gateway: .*IdentityService\/VerifySignInLink/,
      /^identity: .*IdentityService\/VerifySignInLink/,
      /^audit: .*audit insert/,
    ];
    for (const landmark of landmarks) expect(path).toContainEqual(expect.stringMatching(landmark));
    // The second hop and its transaction: identity calls organization, which creates the organization.
    const names = collector
      .trace(traceId)
      .map((span) => ancestry(collector.trace(traceId), span).join(' < '));
    expect(names).toContainEqual(
      expect.stringMatching(
        /^organization: transaction provision user < organization: .*ProvisionUser < identity: .*ProvisionUser/,
      ),
    );
  });

  it('one trace leads from the request for a page of the Portal to the calls that the page makes', async () => {
    const page = await fetch(`${stack.portalAddress}/sign-in`);
    const settings = /content="(\{&quot;apiUrl[^"]*)"/.exec(await page.text())?.[1] ?? '{}';
    const { traceparent } = JSON.parse(settings.replaceAll('&quot;', '"')) as { traceparent: string };
    const answer = await fetch(`${stack.address}/v1/auth/session`, { headers: { traceparent } });
    expect(answer.status).toBe(401);
    const [, traceId = '', spanId] = traceparent.split('-');
    await waitFor(() => collector.trace(traceId).length > 1, { what: 'the spans of page and call' });
    const spans = collector.trace(traceId);
    expect(spans).toContainEqual(
      expect.objectContaining({ service: 'portal', name: 'openSignIn', spanId, parentSpanId: undefined }),
    );
    expect(spans).toContainEqual(
      expect.objectContaining({ service: 'gateway', name: 'getSession', parentSpanId: spanId }),
    );
  });

  it('every service stops cleanly', async () => {
    expect(await stack.stop()).toEqual(byName(serviceNames, () => 0));
  });
});
