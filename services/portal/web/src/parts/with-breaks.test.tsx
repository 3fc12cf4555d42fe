import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from './facts.tsx';
import { MailLink } from './mail-link.tsx';
import { Page } from './page.tsx';
import { Name, Text } from './text.tsx';
import { withBreaks } from './with-breaks.tsx';

const address = 'janina.mustermann@kontor-treuhand.example';
const said = `Sign in as ${address} to join.`;

it.each([
  ['a text', <Text key="">{said}</Text>],
  ['a name', <Name key="">{said}</Name>],
  ['a fact', <Facts key="" facts={[{ name: '', value: said }]} />],
  ['the line under the heading', <Page key="" title="" lead={said} children="" />],
  ['a link to mail somebody', <MailLink key="" to="" subject="" children={said} />],
])('%s breaks before the @ of an email address, and says the same', (_, element) => {
  const { container } = render(element);
  expect(container.textContent).toContain(said);
  expect(container.querySelector('wbr')?.nextSibling?.textContent).toMatch(/^@kontor/);
});

it('a text without an address stays as it is', () => {
  expect(withBreaks('Kontor Treuhand')).toBe('Kontor Treuhand');
});
