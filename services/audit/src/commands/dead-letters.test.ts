import { describe, expect, it } from 'vitest';
import { type Request, requestOf } from './dead-letters.ts';

describe('the arguments of the command for dead letters', () => {
  it.each<[given: string, request: Request]>([
    ['', { command: 'list', ended: false, limit: 50 }],
    ['list --all --limit 3', { command: 'list', ended: true, limit: 3 }],
    ['show 7', { command: 'show', id: '7', values: false }],
    ['show --values 7', { command: 'show', id: '7', values: true }],
    ['replay 7 8 07', { command: 'replay', ids: ['7', '8'] }],
    ['replay --all', { command: 'replay', ids: 'all' }],
    ['discard 9223372036854775807', { command: 'discard', ids: ['9223372036854775807'] }],
    ['replay 3 --help', { command: 'help' }],
    ['help', { command: 'help' }],
  ])('%j is understood', (given, request) => {
    expect(requestOf(given.split(' ').filter(Boolean))).toEqual(request);
  });

  it.each([
    ['remove 3', 'remove is not known here'],
    ['list --limit 0', '--limit must be 1 to 1000'],
    ['list 3', 'list does not know 3'],
    ['show', 'show needs the id of one dead letter'],
    ['show x', 'x is not an id'],
    ['replay', 'replay needs the ids of dead letters'],
    ['replay --all 3', '--all is not an id'],
    ['replay 3;drop', '3;drop is not an id'],
    ['discard 9223372036854775808', '9223372036854775808 is not an id'],
  ])('%j is refused', (given, reason) => {
    expect(() => requestOf(given.split(' '))).toThrow(reason);
  });
});
