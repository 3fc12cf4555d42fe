import { mailTo, tokenIn } from '../../people.ts';
import { asBrowser, openLink, type Person, signInByLink, type World, withSession } from './world.ts';

const cookiesOf = (headers: Headers): string[] =>
  headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

/** Signs in with Google in a browser with these cookies; resolves with the cookie of the new session. */
async function signInByGoogle(
  { perform, google }: World,
  cookies: readonly string[],
  expected: Parameters<World['perform']>[2],
): Promise<string> {
  const begun = await perform('startProviderSignIn', { params: { provider: 'google' } });
  const back = await google.authorize(begun.headers.get('location') ?? '', { sub: 'gil' });
  const { headers } = await perform(
    'completeProviderSignIn',
    {
      params: { provider: 'google' },
      query: back.search,
      headers: asBrowser(...cookiesOf(begun.headers), ...cookies),
    },
    expected,
  );
  const session = cookiesOf(headers).find((cookie) => /^patchbay_session=./.test(cookie));
  if (session === undefined) throw new Error(`no session: ${headers.get('location')}`);
  return session;
}

/** Gil founds globex with a provider, and signs in again in the same browser. Resolves with his session's headers. */
export async function foundByProvider(world: World): Promise<Person['headers']> {
  world.google.setAccount({
    sub: 'gil',
    email: 'gil@globex.example',
    email_verified: true,
    hd: 'globex.example',
    name: 'Gil',
  });
  const signUp = { email: 'gil@globex.example', name: 'Gil', organizationName: 'Globex' };
  const { headers } = await world.perform('signUp', {
    body: { ...signUp, organizationSlug: 'globex', provider: 'google' },
  });
  const first = await signInByGoogle(world, cookiesOf(headers), {
    globex: ['organization.created', 'member.added', 'user.signed_in'],
  });
  const second = await signInByGoogle(world, [first], { globex: ['session.revoked', 'user.signed_in'] });
  return withSession(second.slice(second.indexOf('=') + 1));
}

/** Ada founds acme with a mailed link. */
export async function foundByLink(world: World): Promise<Person> {
  const email = 'ada@acme.example';
  const names = { name: 'Ada 👩‍🚀', organizationName: 'Acme "\\u007f" & Söhne', organizationSlug: 'acme' };
  await world.perform('signUp', { body: { email, ...names, provider: 'magic-link' } });
  const token = tokenIn(await mailTo(world.smtp, email));
  return openLink(world, token, { acme: ['organization.created', 'member.added', 'user.signed_in'] });
}

/**
 * Bob, whose address is of acme's domain, has been a guest of globex since before acme existed: the device that he lets in makes him
 * a member of acme.
 */
export async function joinByDevice({ perform }: World, bob: Person): Promise<void> {
  const { body: device } = await perform<{ deviceCode: string; userCode: string }>(
    'startDeviceAuthorization',
    {},
  );
  const { userCode, deviceCode } = device;
  await perform('getDeviceAuthorization', { params: { userCode }, headers: bob.headers });
  await perform('decideDeviceAuthorization', {
    headers: bob.headers,
    body: { userCode, decision: 'approve' },
  });
  await perform(
    'pollDeviceAuthorization',
    { body: { deviceCode } },
    { acme: ['member.added', 'user.signed_in'], globex: ['user.signed_in'] },
  );
}

/** Ends sessions of Ada in every way that there is, apart from that of her other session. */
export async function endSessions(world: World, ada: Person): Promise<void> {
  const { perform } = world;
  const email = 'ada@acme.example';
  const open = () => signInByLink(world, email, { acme: ['user.signed_in'] });

  const replaced = await open();
  await signInByLink(world, email, { acme: ['session.revoked', 'user.signed_in'] }, [
    `patchbay_session=${replaced.token}`,
  ]);

  const revoked = await open();
  const { body } = await perform<{ session: { id: string } }>('getSession', { headers: revoked.headers });
  await perform('revokeSession', { params: { id: body.session.id }, headers: ada.headers }, [
    'session.revoked',
  ]);

  await perform('signOut', { headers: (await open()).headers }, ['user.signed_out']);

  const wrong = ['BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'FFFF-FFFF', 'GGGG-GGGG'];
  const [reader, decider] = [await open(), await open()];
  for (const userCode of wrong) {
    const expected = userCode === wrong.at(-1) ? (['session.revoked'] as const) : [];
    const request = { headers: reader.headers, status: 404 };
    await perform('getDeviceAuthorization', { ...request, params: { userCode } }, expected);
    await perform(
      'decideDeviceAuthorization',
      { ...request, headers: decider.headers, body: { userCode, decision: 'approve' } },
      expected,
    );
  }
}
