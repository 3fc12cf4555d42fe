import { describe, expect, it } from 'vitest';
import { disabledWebhookMail } from './disabled-webhook.ts';

const mailWith = (reason: 'gone' | 'failing', name = 'Acme') =>
  disabledWebhookMail({
    organization: { slug: 'acme', name },
    host: 'hooks.example.com',
    reason,
    portalUrl: 'https://portal.example',
  });

describe('the mail about a disabled webhook', () => {
  it('both parts say which webhook, why, and what to do', () => {
    const { text, html } = mailWith('gone');
    for (const part of [text, html]) {
      expect(part).toContain('a webhook of “Acme”');
      expect(part).toContain('its receiver answered that it is gone (status 410)');
      expect(part).toContain('enable the webhook and replay what it has missed');
      expect(part).toContain('https://portal.example/o/acme');
    }
    expect(mailWith('failing').text).toContain('nothing could be delivered to it for five days');
  });

  it('the subject has no name that somebody chose, and names in the mail become no links', () => {
    const { subject, text } = mailWith('gone', 'evil.example');
    expect(subject).toBe(mailWith('failing').subject);
    expect(text).toContain('“evil. example”');
    expect(text).toContain('“hooks. example. com”');
  });
});
