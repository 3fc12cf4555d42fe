import { expect, it } from 'vitest';
import { around, bodyOf } from './sent-body.ts';

it('a body has the fields of the entry in the order of the answer', () => {
  const text = `{"action":"user.updated","occurredAt":"2026-11-15T09:31:00.000Z","metadata":{"b":1,"a":"\\u001b"},"hash":"9f"}`;
  expect(bodyOf(JSON.parse(text) as never)).toBe(
    `{"type":"user.updated","timestamp":"2026-11-15T09:31:00.000Z","data":${text}}`,
  );
});

it('the entry of a delivery is looked for around the time in its id', () => {
  const recorded = Date.parse('2026-11-15T09:31:00.214Z');
  const time = recorded.toString(16).padStart(12, '0');
  expect(around(`${time.slice(0, 8)}-${time.slice(8)}-7e0b-8c39-90fbc7d3a410`)).toEqual({
    from: '2026-11-14T09:31:00.214Z',
    to: '2026-11-15T09:32:00.214Z',
  });
});
