import { createHash } from 'node:crypto';
import { Patchbay } from '@patchbay/client';
import { expect, it } from 'vitest';
import { type Seal, type SeenHead, verifyTrail } from './seal.ts';

const at = '2026-11-16T12:00:00.000Z';

/** An export of this many entries, with another text in each. */
function chainOf(names: readonly string[]): { lines: string[]; hashes: string[] } {
  const [lines, hashes]: [string[], string[]] = [[], []];
  for (const [index, name] of names.entries()) {
    const previousHash = hashes.at(-1) ?? '0'.repeat(64);
    const hashed = JSON.stringify({ id: name, previousHash, sequence: index + 1 });
    const hash = createHash('sha256').update(hashed).digest('hex');
    hashes.push(hash);
    lines.push(`${hashed.slice(0, -1)},"hash":"${hash}"}`);
  }
  return { lines, hashes };
}

const intact = { intact: true, checked: 3, firstBrokenSequence: null, nextSequence: null };

interface Given {
  readonly lines: readonly string[];
  readonly seen?: SeenHead;
  readonly isClosed?: boolean;
  /** The answers of the server's own check, one after the other. */
  readonly answers?: readonly { readonly status?: number; readonly body: object }[];
}

/** Verifies against an API that answers with these lines. Resolves with what was asked of the server's check, too. */
async function verify({
  lines,
  seen,
  isClosed = false,
  answers = [{ body: intact }],
}: Given): Promise<{ seal: Seal; asked: string[] }> {
  const asked: string[] = [];
  const fetched: typeof fetch = async (input) => {
    const { pathname, search } = new URL(new Request(input).url);
    if (pathname.endsWith('/export'))
      return new Response(lines.map((line) => `${line}\n`).join(''), {
        headers: { 'content-type': 'application/x-ndjson' },
      });
    if (pathname.endsWith('/audit-logs') && isClosed) return Response.json({}, { status: 409 });
    if (pathname.endsWith('/audit-logs'))
      return Response.json({ auditLogs: [{ sequence: 3 }], nextCursor: null });
    const { status = 200, body } = answers[asked.push(search) - 1] ?? { body: intact };
    return Response.json(body, { status });
  };
  const api = new Patchbay({ baseUrl: 'https://api.example', retries: 0, fetch: fetched });
  const seal = await verifyTrail({
    api,
    orgSlug: 'acme',
    seen,
    isClosed,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onServer: () => undefined,
  });
  return { seal, asked };
}

const { lines, hashes } = chainOf(['a', 'b', 'c']);
const headOf = (sequence: number): SeenHead => ({ sequence, hash: hashes[sequence - 1] ?? '', at });

it('an intact trail is sealed with its head, and the server is asked until its end', async () => {
  const part = { ...intact, checked: 2, nextSequence: 2 };
  const { seal, asked } = await verify({
    lines,
    seen: headOf(2),
    answers: [{ body: part }, { body: { ...intact, checked: 1 } }],
  });
  expect(seal).toMatchObject({
    kind: 'intact',
    chain: { entries: 3, lastHash: hashes[2], anchored: true },
    seen: { ...headOf(2), compared: true },
    server: { kind: 'intact', checked: 3 },
  });
  expect(asked).toEqual(['?afterSequence=0', '?afterSequence=2']);
});

it('an altered entry is named, whatever the server says', async () => {
  const altered = lines.with(1, (lines[1] ?? '').replace('"b"', '"x"'));
  const { seal } = await verify({ lines: altered });
  expect(seal).toMatchObject({ kind: 'broken', sequence: 2, line: 2, server: { kind: 'intact' } });
});

it('a trail that was rewritten as a whole, or cut, is not the one that this browser saw', async () => {
  const rewritten = await verify({ lines: chainOf(['a', 'x', 'c']).lines, seen: headOf(3) });
  expect(rewritten.seal).toMatchObject({ kind: 'broken', sequence: 3, reason: { kind: 'rewritten' } });
  const cut = await verify({ lines: lines.slice(0, 2), seen: headOf(3) });
  expect(cut.seal).toMatchObject({ kind: 'broken', sequence: 2, reason: { kind: 'cut', seen: headOf(3) } });
});

it('an export that ends before the newest entry of the list is cut, although this browser saw no more', async () => {
  const { seal } = await verify({ lines: lines.slice(0, 2), seen: headOf(2) });
  expect(seal).toMatchObject({ kind: 'broken', sequence: 2, reason: { kind: 'short', newest: 3 } });
  const empty = await verify({ lines: [] });
  expect(empty.seal).toMatchObject({ kind: 'broken', reason: { kind: 'short', newest: 3 } });
});

it('a trail whose beginning was removed continues what this browser saw only if it has the hash of that', async () => {
  const rest = { lines: lines.slice(2) };
  const before = await verify({ ...rest, seen: headOf(2) });
  expect(before.seal).toMatchObject({ kind: 'intact', seen: { sequence: 2, compared: true } });
  const gone = await verify({ ...rest, seen: headOf(1) });
  expect(gone.seal).toMatchObject({ kind: 'intact', seen: { sequence: 1, compared: false } });
  const other = await verify({ ...rest, seen: { ...headOf(2), hash: 'f'.repeat(64) } });
  expect(other.seal).toMatchObject({ kind: 'broken', sequence: 2, reason: { kind: 'rewritten' } });
});

it('a trail in which only the server finds a fault is broken', async () => {
  const answer = { body: { ...intact, intact: false, firstBrokenSequence: 2 } };
  const { seal } = await verify({ lines, answers: [answer] });
  expect(seal).toMatchObject({
    kind: 'broken',
    sequence: 2,
    reason: { kind: 'server' },
    server: { kind: 'broken', sequence: 2 },
  });
});

it.each([
  [{ status: 409, body: {} }, { kind: 'busy' }],
  [{ status: 503, body: {} }, { kind: 'failed' }],
])('a trail is intact, and says so, where the server has no answer: %o', async (answer, server) => {
  const { seal } = await verify({ lines, answers: [answer] });
  expect(seal).toMatchObject({ kind: 'intact', server });
});

it('the trail of a closed organization, which cannot be listed, is verified by its export', async () => {
  const { seal } = await verify({ lines, isClosed: true });
  expect(seal.kind).toBe('intact');
});
