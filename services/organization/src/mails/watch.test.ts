import { describe, expect, it } from 'vitest';
import { digestOf, type Notice } from '../domain/notice.ts';
import { watchMail } from './watch.ts';

const portalUrl = 'https://portal.example';
const endUrl = `${portalUrl}/unwatch/k1.token`;
const north = { id: 'w1', slug: 'north', name: 'North' };
const notices: readonly Notice[] = [
  { kind: 'broken', integrationId: 'i1', name: 'Client One', endsAt: null, worked: true, workspace: north },
  {
    kind: 'ending',
    integrationId: 'i2',
    name: 'Client Two',
    endsAt: new Date('2026-11-24T10:00:00Z'),
    worked: true,
    workspace: north,
  },
];
const mailWith = (name = 'Acme', total = 2) =>
  watchMail({ organization: { slug: 'acme', name }, digest: digestOf(notices, total), portalUrl, endUrl });

describe('the mail to watchers', () => {
  it('both parts say what happened to which integration and what to do', () => {
    const { text, html } = mailWith();
    for (const part of [text, html]) {
      expect(part).toContain('These integrations of “Acme” need attention.');
      expect(part).toContain('“North”');
      expect(part).toContain('“Client One” no longer works. Open it to see why');
      expect(part).toContain('The authorization of “Client Two” ends on 24 November 2026 (UTC).');
      expect(part).not.toContain('more, which');
    }
  });

  it('an integration that never worked is one that could not be connected, not one that no longer works', () => {
    const never = notices.map((notice) => ({ ...notice, worked: false }));
    const { text, html } = watchMail({
      organization: { slug: 'acme', name: 'Acme' },
      digest: digestOf(never, 2),
      portalUrl,
      endUrl,
    });
    for (const part of [text, html]) {
      expect(part).toContain('“Client One” could not be connected. Open it to see why.');
      expect(part).not.toContain('no longer works');
    }
  });

  it('each line has a link that opens its integration, and one link ends the watching', () => {
    const { text, html } = mailWith();
    for (const id of ['i1', 'i2']) {
      const url = `${portalUrl}/o/acme/w/north/integrations/${id}`;
      expect(text).toContain(url);
      expect(html).toContain(`<a href="${url}"`);
    }
    expect(text.split('\n')).toContain(endUrl);
    expect(html.split(`<a href="${endUrl}"`)).toHaveLength(2);
  });

  it('both parts say how many more there are', () => {
    const { text, html } = mailWith('Acme', 1_002);
    for (const part of [text, html]) expect(part).toContain('And 1,000 more, which you find in Patchbay.');
  });

  it('the subject has no name that somebody chose, and names in the mail become no links', () => {
    const { subject, text, html } = mailWith('evil.example');
    expect(subject).toBe(mailWith().subject);
    for (const part of [text, html]) expect(part).toContain('“evil. example”');
  });
});
