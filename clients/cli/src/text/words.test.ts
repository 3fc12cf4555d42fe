import { expect, it } from 'vitest';
import { headingOf, wordsOf } from './words.ts';

it.each([
  ['apiKeys', 'API keys'],
  ['auditLogs', 'audit logs'],
  ['connectUrl', 'connect URL'],
  ['issue-connect-link', 'issue connect link'],
])('the words of %s are %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

it.each([
  ['lastUsedAt', 'Last used'],
  ['id', 'ID'],
  ['ipAddress', 'IP address'],
])('the heading of %s is %s', (name, heading) => {
  expect(headingOf(name)).toBe(heading);
});
