import { describe, expect, it } from 'vitest';
import { hideSecrets, jsonWithoutSecrets } from './hide-secrets.ts';

const token = 'tPU5_f_s_plmdyDfcmOE7Zxw9g9YjeMOn2kxKpGxfOE';
const key = 'pby_7Qd2mXr9TfKEXAMPLEEXAMPLEEXAMPLEEXAMPLE0000000';

describe('hideSecrets', () => {
  it('an API key is hidden in any text except for its prefix', () => {
    expect(hideSecrets(`name "${key}", prefix pby_7Qd2mXr9TfK`)).toBe(
      'name "[hidden API key]", prefix pby_7Qd2mXr9TfK',
    );
  });

  it('the secret of a webhook is hidden in any text', () => {
    const secret = `whsec_${Buffer.alloc(32, 255).toString('base64')}`;
    expect(hideSecrets(`set "${secret}".`)).toBe('set "[hidden secret of a webhook]".');
    expect(jsonWithoutSecrets({ url: 'https://a.example', secret })).toBe(
      '{"url":"https://a.example","secret":"[hidden]"}',
    );
  });

  it('a connect link is hidden in any text', () => {
    expect(hideSecrets(`see https://patchbay.example/connect/${token}.`)).not.toContain(token);
    expect(hideSecrets('https://patchbay.example/connect/outcome')).toContain('/connect/outcome');
  });

  it('a token that an advertising system answers is hidden, and the cursor of its next page is not', () => {
    const page = { access_token: token, next: `https://ads.example/a?access_token=${token}&after=b` };
    const text = JSON.stringify({ ...page, text: JSON.stringify(page), nextPageToken: token });
    expect(hideSecrets(text).split(token)).toHaveLength(2);
    expect(JSON.parse(hideSecrets(text))).toMatchObject({ access_token: '[hidden]', nextPageToken: token });
    expect(hideSecrets('The access token has expired.')).toBe('The access token has expired.');
  });
});

describe('jsonWithoutSecrets', () => {
  it('texts of fields that hold secrets are hidden, and other fields stay', () => {
    const value = {
      key: 'a',
      refreshToken: 'b',
      connectFields: [{ name: 'clientSecret', type: 'secret' }],
      connectLink: { connectUrl: 'c', expired: false },
      nextCursor: 'd',
      secret: true,
    };
    expect(JSON.parse(jsonWithoutSecrets(value))).toEqual({
      ...value,
      key: '[hidden]',
      refreshToken: '[hidden]',
      connectLink: { connectUrl: expect.stringContaining('patchbay integration get'), expired: false },
    });
  });
});
