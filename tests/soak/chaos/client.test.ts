import { beforeEach, expect, it, vi } from 'vitest';
import { createRandom, type Random } from '../../random.ts';
import { type ClientParts, type Plan, perform, type Request, replay, type Sender } from './client.ts';
import { createLedger } from './ledger.ts';

/** Draws are real, but nothing is left to chance: no replay after a known outcome. */
const random: Random = { ...createRandom(1), chance: () => false };

/** A gateway that gives these answers, one after the other. */
function answering(...statuses: (number | 'lost')[]) {
  const sent: Request[] = [];
  const sender: Sender = {
    statuses: new Map(),
    onEnd: () => {},
    close: () => {},
    async send(request) {
      sent.push(request);
      const status = statuses[sent.length - 1] ?? 200;
      const attempt = { requestId: `r${sent.length}`, sentAt: Date.now(), endedAt: Date.now(), status };
      return { attempt, body: { id: 'w1' }, replayed: false };
    },
  };
  const end = new AbortController();
  const parts: ClientParts = { sender, ledger: createLedger(), random, creations: [], end: end.signal };
  return { sent, parts, end };
}

const plan: Plan<{ id: string }> = {
  operation: 'createWorkspace',
  actor: { email: 'ada@acme.example', type: 'user' },
  request: { method: 'POST', path: '/v1/organizations/acme/workspaces', body: {} },
  creates: true,
  effects: (body) => [
    { action: 'workspace.created', organization: 'acme', ...(body && { targetId: body.id }) },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
  return () => vi.useRealTimers();
});

it('a change that a client asks for is acknowledged by the first answer', async () => {
  const { parts, sent } = answering(201);
  expect(await perform(parts, plan)).toMatchObject({ outcome: 'acknowledged', uncertain: false });
  expect(sent).toHaveLength(1);
  expect(parts.ledger.changes).toMatchObject([
    { outcome: 'acknowledged', unexpected: false, effects: [{ targetId: 'w1' }] },
  ]);
  expect(parts.creations).toHaveLength(1);
});

it('a change that a client asks for is sent again with the same key until the outcome is known', async () => {
  const { parts, sent } = answering('lost', 503, 504, 201);
  expect(await perform(parts, plan)).toMatchObject({ outcome: 'acknowledged', uncertain: true });
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(sent[0]?.idempotencyKey).toBeTypeOf('string');
  expect(parts.ledger.changes[0]?.attempts).toHaveLength(4);
});

it('a change that a client asks for has no key where it creates nothing', async () => {
  const { parts, sent } = answering(200);
  await perform(parts, { ...plan, creates: false });
  expect(sent[0]).not.toHaveProperty('idempotencyKey');
});

it('a change that a client asks for waits while an attempt without an answer is still running', async () => {
  const { parts } = answering(504, 409, 409, 201);
  expect(await perform(parts, plan)).toMatchObject({ outcome: 'acknowledged' });
});

it('a change that a client asks for is refused at once where no attempt is without an answer', async () => {
  const { parts, sent } = answering(409);
  expect(await perform(parts, plan)).toMatchObject({ outcome: 'refused' });
  expect(sent).toHaveLength(1);
  expect(parts.ledger.changes[0]).toMatchObject({ unexpected: true });
  const expected = answering(409);
  await perform(expected.parts, { ...plan, refusals: [409] });
  expect(expected.parts.ledger.changes[0]).toMatchObject({ unexpected: false });
});

it('a change that a client asks for was done by an attempt without an answer, as a later refusal shows', async () => {
  const removal = { ...plan, creates: false, afterLoss: { status: 404, means: 'acknowledged' } } as const;
  const done = await perform(answering('lost', 404).parts, removal);
  expect(done).toMatchObject({ outcome: 'acknowledged', body: undefined });
  expect((await perform(answering(404).parts, removal)).outcome).toBe('refused');
});

it('a change that a client asks for stays unknown where the client gives up, or the run ends', async () => {
  const { parts, sent } = answering(504, 201);
  expect((await perform(parts, { ...plan, givesUp: true })).outcome).toBe('unknown');
  expect(sent).toHaveLength(1);
  expect(parts.ledger.changes).toMatchObject([{ unknownBecause: 'gave up' }]);
  const ended = answering(504, 504);
  ended.end.abort();
  expect((await perform(ended.parts, plan)).outcome).toBe('unknown');
  expect(ended.parts.ledger.changes).toMatchObject([{ unknownBecause: 'never answered' }]);
});

it('a change that a client asks for stays unknown where a later answer fits both', async () => {
  const { parts } = answering('lost', 401);
  const spent = { ...plan, creates: false, afterLoss: { status: 401, means: 'unknown' } } as const;
  expect((await perform(parts, spent)).outcome).toBe('unknown');
  expect(parts.ledger.changes).toMatchObject([{ unknownBecause: 'ambiguous' }]);
});

it('a creation that is sent again with its key enters the answer, after attempts without one and one that they made wait', async () => {
  const { parts, sent } = answering(201, 504, 409, 201);
  await perform(parts, plan);
  const [creation] = parts.creations;
  if (creation === undefined) throw new Error('nothing was created');
  await replay(parts, creation);
  expect(sent).toHaveLength(4);
  expect(creation.change.replays.map(({ status }) => status)).toEqual([504, 201]);
});

it('a creation that is sent again with its key enters a 409 that nothing explains', async () => {
  const { parts } = answering(201, 409);
  await perform(parts, plan);
  const [creation] = parts.creations;
  if (creation === undefined) throw new Error('nothing was created');
  await replay(parts, creation);
  expect(creation.change.replays).toMatchObject([{ status: 409 }]);
});
