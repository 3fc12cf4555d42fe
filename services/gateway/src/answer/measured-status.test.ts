import '@patchbay/telemetry/fresh-modules';
import { Failure } from '@patchbay/errors/failure';
import { observe, tally } from '@patchbay/telemetry/metrics';
import { expect, it, vi } from 'vitest';
import { operations } from '../operations/index.ts';
import { bearer, startGateway } from '../testing/gateway.ts';
import { integration } from '../testing/integrations.ts';

vi.mock('@patchbay/telemetry/metrics', { spy: true });

const relayed = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}/relay/example/campaigns`;
const counted = (part: string, outcome: string): number => tally('requestsAnswered', { part, outcome }).value;

it('a failure of a provider is told apart from one of Patchbay, in answers and in cut ones', async () => {
  const silent = (byProvider: boolean) => new Failure('timeout', 'Nothing comes.', { byProvider });
  const { fetch } = await startGateway({
    implementations: {
      async relay({ query }) {
        if (query === 'ours') throw new Failure('unavailable', 'Try again.');
        if (query === 'unreachable')
          throw new Failure('unavailable', 'The provider cannot be reached.', { byProvider: true });
        const body = async function* (): AsyncGenerator<Buffer> {
          yield Buffer.from('{');
          if (query.startsWith('cut')) throw silent(query === 'cut-by-provider');
        };
        return { message: { status: query === 'fails' ? 502 : 200 }, body: body() };
      },
    },
  });
  for (const query of ['fails', 'unreachable', 'ours', 'cut-by-provider', 'cut', 'answers'])
    await fetch(`${relayed}?${query}`, { headers: bearer })
      .then((answer) => answer.text())
      .catch(() => {});
  const statuses = () =>
    vi
      .mocked(observe)
      .mock.calls.flatMap(([metric, , labels]) =>
        metric === 'httpRequestDuration' ? [labels && 'status' in labels && labels.status] : [],
      );
  await expect.poll(statuses).toEqual(['provider_502', 'provider_503', 503, 'provider_504', 504, 200]);
  const outcomes = ['answered', 'failed', 'provider_failed', 'canceled'];
  expect(outcomes.map((outcome) => counted('relay', outcome))).toEqual([1, 2, 3, 0]);
});

it('requests are counted by the group of their operation, relayed ones apart, and health checks not at all', async () => {
  const { fetch } = await startGateway();
  const before = counted('account', 'answered');
  await fetch('/v1/me', { headers: bearer });
  await fetch('/health');
  await fetch('/v1/nothing-here');
  await expect.poll(() => counted('account', 'answered')).toBe(before + 1);
  const parts = new Set(
    vi
      .mocked(tally)
      .mock.calls.flatMap(([metric, labels]) =>
        metric === 'requestsAnswered' ? [(labels as { part: string }).part] : [],
      ),
  );
  const groups = operations.map(({ group }) => group).filter((group) => group !== 'infra');
  expect(parts).toEqual(new Set([...groups, 'relay']));
});
