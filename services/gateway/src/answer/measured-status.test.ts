import { Failure } from '@patchbay/errors/failure';
import { observe } from '@patchbay/telemetry/metrics';
import { expect, it, vi } from 'vitest';
import { bearer, startGateway } from '../testing/gateway.ts';
import { integration } from '../testing/integrations.ts';

vi.mock('@patchbay/telemetry/metrics', { spy: true });

const relayed = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}/relay/example/campaigns`;

it('a 5xx of a provider is told apart from one of Patchbay, and a cut answer is one of Patchbay', async () => {
  const head = (status: number) => ({
    part: { case: 'head' as const, value: { status, headers: [] } },
  });
  const { fetch } = await startGateway({
    implementations: {
      relay: {
        async *relay({ query }) {
          if (query === 'unreachable') throw new Failure('unavailable', 'The provider cannot be reached.');
          yield head(query === 'fails' ? 502 : 200);
          if (query === 'cut') throw new Failure('timeout', 'The provider is silent.');
        },
      },
    },
  });
  for (const query of ['fails', 'unreachable', 'cut', 'answers'])
    await fetch(`${relayed}?${query}`, { headers: bearer })
      .then((answer) => answer.text())
      .catch(() => {});
  const statuses = () =>
    vi
      .mocked(observe)
      .mock.calls.flatMap(([metric, , labels]) =>
        metric === 'httpRequestDuration' ? [labels && 'status' in labels && labels.status] : [],
      );
  await expect.poll(statuses).toEqual(['provider_502', 503, 504, 200]);
});
