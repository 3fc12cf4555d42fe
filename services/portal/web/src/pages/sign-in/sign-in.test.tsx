import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, problem, sent, unanswered } from '../../testing/api.ts';
import {
  address,
  click,
  fill,
  open,
  passes,
  press,
  recover,
  reload,
  reopen,
  says,
  settled,
  stored,
  the,
} from '../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.signIn;
const nobody = { getSession: problem(401) };
const emailField = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(text.email);

describe('the sign-in page', () => {
  it('sends a link to the typed address, and says the same whoever it belongs to', async () => {
    await open('/sign-in', nobody);
    await fill(text.email, ' ada@acme.example ');
    await press('button', text.send);
    expect(sent('requestSignInLink')).toMatchObject([
      { body: { email: 'ada@acme.example', callbackURL: 'https://app.patchbay.example/' } },
    ]);
    expect(says(text.sent.lead('ada@acme.example'))).toBe(true);
  });

  it('sends another link after half a minute and not before, and says that the first no longer works', async () => {
    await open('/sign-in', nobody);
    await fill(text.email, 'ada@acme.example');
    await press('button', text.send);
    await press('button', text.sent.sendAgain);
    expect(sent('requestSignInLink')).toHaveLength(1);
    await passes(30_000);
    await press('button', text.sent.sendAgain);
    expect(sent('requestSignInLink')).toHaveLength(2);
    expect(says(text.sent.sentAgain)).toBe(true);
  });

  it('says at the field that an address is wrong, before it is sent and when the API says so', async () => {
    await open('/sign-in', {
      ...nobody,
      requestSignInLink: problem(400, { errors: [{ path: 'email', message: 'is no address' }] }),
    });
    await press('button', text.send);
    expect(says(text.emailError)).toBe(true);
    expect(sent('requestSignInLink')).toEqual([]);
    await fill(text.email, 'ada@acme.example');
    await press('button', text.send);
    expect(emailField().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(emailField());
  });

  it('is sent once by a double click', async () => {
    await open('/sign-in', nobody);
    await fill(text.email, 'ada@acme.example');
    await click('button', text.send);
    await click('button', text.send);
    await settled();
    expect(sent('requestSignInLink')).toHaveLength(1);
  });

  it('counts down when there were too many requests, and its button waits', async () => {
    await open('/sign-in', { ...nobody, requestSignInLink: problem(429, { retryAfter: 45 }) });
    await fill(text.email, 'ada@acme.example');
    await press('button', text.send);
    expect(says(words.common.tooMany(45))).toBe(true);
    await press('button', text.send);
    expect(sent('requestSignInLink')).toHaveLength(1);
    await passes(45_000);
    expect(says(words.common.waited)).toBe(true);
    expect(the('button', text.send).getAttribute('aria-disabled')).toBe('false');
  });

  it('shows that the platform is down, and goes on once it is back', async () => {
    await open('/sign-in', { getSession: problem(503) });
    expect(says(words.common.unavailable)).toBe(true);
    answer(nobody);
    await press('button', words.common.tryAgain);
    expect(emailField()).toBeDefined();
  });

  it('hands the typed address on to sign-up and back, and forgets it once somebody is signed in', async () => {
    await open('/sign-in', nobody);
    await fill(text.email, 'ada@acme.example');
    await press('link', text.signUp);
    expect(screen.getByLabelText<HTMLInputElement>(words.signUp.fields.email).value).toBe('ada@acme.example');
    await press('link', words.signUp.signIn);
    expect(emailField().value).toBe('ada@acme.example');
    recover();
    await reload();
    expect(stored()).not.toContain('ada@acme.example');
  });

  it.each([true, false])(
    'has a button for passkeys, whether or not the browser suggests them in the field: %s',
    async (suggests) => {
      const isConditionalMediationAvailable = async () => suggests;
      vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable });
      onTestFinished(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
      await open('/sign-in', nobody);
      expect(sent('startPasskeySignIn')).toHaveLength(suggests ? 1 : 0);
      await press('button', words.passkey.use);
      expect(says(words.passkey.stopped.unable)).toBe(true);
      // Waits for a suggested one again.
      expect(sent('startPasskeySignIn')).toHaveLength(suggests ? 3 : 1);
    },
  );

  it('has no button for passkeys in a browser that has none', async () => {
    await open('/sign-in', nobody);
    expect(screen.queryByRole('button', { name: words.passkey.use })).toBeNull();
  });

  it.each(Object.entries(text.errors))(
    'says once why a provider sent somebody back with %s',
    async (error, said) => {
      await open(`/sign-in?error=${error}`, nobody);
      expect(says(said)).toBe(true);
      expect(address()).toBe('/sign-in');
    },
  );

  it('says who is signed in already, and lets them use another account', async () => {
    await open('/sign-in');
    expect(says(text.as('ada@acme.example'))).toBe(true);
    await press('button', text.already.other);
    expect(sent('signOut')).toHaveLength(1);
    expect(emailField()).toBeDefined();
  });
});

describe('the page of a mailed link', () => {
  const link = '/sign-in/verify?token=secret-token';

  it('takes the token out of the address, says as whom, and uses it only when the button is pressed', async () => {
    await open(link, { ...nobody, previewSignInLink: { email: 'ada@acme.example' } });
    expect(address()).toBe('/sign-in/verify');
    expect(says(words.verify.lead('ada@acme.example'))).toBe(true);
    expect(sent('verifySignInLink')).toEqual([]);
    await press('button', words.verify.signIn);
    expect(sent('verifySignInLink')).toEqual([{ body: { token: 'secret-token' } }]);
    expect(stored()).not.toContain('secret-token');
  });

  it('of another person has no button before it shows the old and the new account', async () => {
    await open(link, { previewSignInLink: { email: 'eve@evil.example' }, getSession: unanswered });
    expect(screen.queryByRole('button')).toBeNull();
    recover();
    await reload({ previewSignInLink: { email: 'eve@evil.example' } });
    expect(says(words.verify.switches.warning)).toBe(true);
    expect(says('ada@acme.example') && says('eve@evil.example')).toBe(true);
    expect(the('button', words.verify.switches.signIn('eve@evil.example'))).toBeDefined();
  });

  it('says of a sign-up which organization it creates', async () => {
    await open(link, { ...nobody, previewSignInLink: { email: 'a@b.example', organizationName: 'Beta' } });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.verify.creates.title('Beta'));
  });

  it('of a confirmation says what is confirmed, in words of these pages alone', async () => {
    const asked = { previewSignInLink: { email: 'ada@acme.example' } };
    await open(`${link}&for=createApiKey`, asked);
    expect(says(words.verify.confirms.lead('create an API key', 'ada@acme.example'))).toBe(true);
    expect(the('button', words.verify.confirms.signIn)).toBeDefined();
    await reopen(`${link}&for=pay+Eve`, asked);
    expect(says('Eve')).toBe(false);
    expect(says(words.verify.lead('ada@acme.example'))).toBe(true);
  });

  it.each([400, 401])('leads to a new link where the API answers %i', async (status) => {
    await open(link, { ...nobody, previewSignInLink: problem(status) });
    expect(says(words.verify.over.title)).toBe(true);
    expect(stored()).not.toContain('secret-token');
  });

  it('that was used meanwhile says so after the button, and one that fails for now can be pressed again', async () => {
    await open(link, {
      ...nobody,
      previewSignInLink: { email: 'ada@acme.example' },
      verifySignInLink: problem(503),
    });
    await press('button', words.verify.signIn);
    expect(says(words.common.unavailable)).toBe(true);
    answer({ verifySignInLink: problem(401) });
    await press('button', words.verify.signIn);
    expect(says(words.verify.over.title)).toBe(true);
  });

  it('without its token asks to open the link again', async () => {
    await open('/sign-in/verify', nobody);
    expect(says(words.verify.missing.title)).toBe(true);
  });
});
