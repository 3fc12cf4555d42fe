import { expect, it } from 'vitest';
import { refusedFields } from './refused-fields.ts';

const field = (name: string) => ({ name, label: name, type: 'string', required: true }) as const;
const [login, password] = [field('login'), field('password')];

it('puts problems at their fields in the order of the form, and the others aside', () => {
  const errors = [
    { path: 'password', message: 'is required' },
    { path: '', message: 'fill in one of these alternatives' },
    { path: 'apiToken', message: 'is not a field of this provider' },
    { path: 'login', message: 'must match ^a$' },
    { path: 'login', message: 'is too long' },
  ];
  expect(refusedFields(errors, [login, password])).toEqual({
    fields: [{ field: login }, { field: password, message: 'is required' }],
    others: ['Fill in one of these alternatives.', 'ApiToken is not a field of this provider.'],
  });
});
