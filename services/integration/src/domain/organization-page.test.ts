import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { cursorOf, type ListFilters, type Position, pageOf } from './organization-page.ts';

const organizationId = v7();
const now = new Date('2026-11-17T12:00:00.123Z');
const later = new Date('2026-11-18T12:00:00Z');
const positions: Position[] = [
  { section: 'broken', key: 'nordlicht', id: v7() },
  { section: 'failing', key: 'nordlicht', id: v7() },
  { section: 'ending', key: '1794923486123', id: v7() },
  { section: 'others', key: 'a.b..c ü 😀', id: v7() },
];
const filters: ListFilters = { status: 'active', q: 'x', endsBefore: later };
const refused = expect.objectContaining({
  code: 'invalid',
  problems: [{ path: 'cursor', message: 'is not a cursor of this list' }],
});
const read = (cursor: string, asked: ListFilters = {}, of = organizationId) =>
  pageOf(of, { filters: asked, cursor, limit: 0 }, later);

describe('a page', () => {
  it('a first page is of now and has 50 integrations unless another limit is asked for', () => {
    expect(pageOf(organizationId, { filters, cursor: '', limit: 0 }, now)).toEqual({
      filters,
      asOf: now,
      after: undefined,
      limit: 50,
    });
    expect(pageOf(organizationId, { filters, cursor: '', limit: 200 }, now).limit).toBe(200);
    expect(() => pageOf(organizationId, { filters, cursor: '', limit: 201 }, now)).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    );
  });

  it.each(positions)('a page after $section $key keeps the moment of the first page', (after) => {
    const cursor = cursorOf(organizationId, { filters, asOf: now }, after);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(read(cursor, filters)).toMatchObject({ asOf: now, after });
  });

  it('a cursor of the longest name is at most as long as the gateway accepts', () => {
    const after = { section: 'others', key: '😀'.repeat(100), id: v7() } as const;
    expect(cursorOf(organizationId, { filters, asOf: now }, after).length).toBeLessThan(1_024);
  });
});

describe('a cursor that is refused', () => {
  const cursors = positions.map((position) => cursorOf(organizationId, { filters: {}, asOf: now }, position));

  it('a cursor of other filters or of another organization is refused', () => {
    for (const cursor of cursors) {
      for (const other of [
        { status: 'error' },
        { provider: 'a' },
        { workspaceSlug: 'a' },
        { q: 'a' },
        { endsBefore: now },
      ])
        expect(() => read(cursor, other as ListFilters)).toThrow(refused);
      expect(() => read(cursor, {}, v7())).toThrow(refused);
    }
  });

  it('a text that is no cursor, or a cursor in another form, is refused', () => {
    for (const cursor of cursors) {
      const text = Buffer.from(cursor, 'base64url').toString('utf8');
      const changed = [
        text.replace('i2.', 'i1.'),
        text.replace(String(now.getTime()), `0${now.getTime()}`),
        text.replace(String(now.getTime()), '-1'),
        text.replace(String(now.getTime()), '253402300800000'),
        text.replace(/\.[0123]\.(?=[\da-f]{8}-)/, '.4.'),
        text.replace(/\.[0123]\.(?=[\da-f]{8}-)/, '.constructor.'),
        text.replace(/[\da-f]{8}-/, 'x-'),
        `${text}\0`,
        text.split('.').slice(0, 4).join('.'),
      ].map((one) => Buffer.from(one, 'utf8').toString('base64url'));
      for (const one of [...changed, 'x', `${cursor}=`, ` ${cursor}`, `${cursor}A`])
        expect(() => read(one)).toThrow(refused);
    }
    const noTime = { section: 'ending', key: 'soon', id: v7() } as const;
    expect(() => read(cursorOf(organizationId, { filters: {}, asOf: now }, noTime))).toThrow(refused);
  });
});
