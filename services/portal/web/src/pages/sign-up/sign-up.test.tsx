import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem, sent } from '../../testing/api.ts';
import { fill, open, passes, press, says } from '../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.signUp;
const nobody = { getSession: problem(401) };

async function fillIn(): Promise<void> {
  await fill(text.fields.email, 'ada@acme.example');
  await fill(text.fields.name, 'Ada');
  await fill(text.fields.organizationName, 'Acme Media');
}

it('a person creates an organization, whose short name follows its name, through a mailed link', async () => {
  await open('/sign-up', nobody);
  await fillIn();
  expect(screen.getByLabelText<HTMLInputElement>(text.fields.organizationSlug).value).toBe('acme-media');
  await press('button', text.create);
  expect(sent('signUp')).toMatchObject([
    {
      body: {
        email: 'ada@acme.example',
        name: 'Ada',
        organizationName: 'Acme Media',
        organizationSlug: 'acme-media',
        provider: 'magic-link',
      },
    },
  ]);
  expect(says(text.sent.lead('ada@acme.example', 'Acme Media'))).toBe(true);
});

it('fields that are wrong are said before anything is sent', async () => {
  await open('/sign-up', nobody);
  await press('button', text.create);
  await passes(300);
  for (const message of Object.values(text.errors)) expect(says(message)).toBe(true);
  expect(sent('signUp')).toEqual([]);
});

it('what only the API knows is said at its field, and what was typed stays', async () => {
  await open('/sign-up', {
    ...nobody,
    signUp: problem(409, { detail: 'The slug acme-media is taken.' }),
  });
  await fillIn();
  await press('button', text.create);
  await passes(300);
  const slug = screen.getByLabelText<HTMLInputElement>(text.fields.organizationSlug);
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  expect(slug.value).toBe('acme-media');
  expect(says(text.slugTaken)).toBe(true);
});
