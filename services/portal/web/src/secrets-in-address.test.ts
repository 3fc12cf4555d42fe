import { describe, expect, it } from 'vitest';
import { secretIn } from './secrets-in-address.ts';

const taken = (address: string) => {
  const { pathname, search } = new URL(address, 'https://portal.acme.example');
  return secretIn({ pathname, search });
};

describe('secretIn', () => {
  it.each([
    ['/connect/T', 'connect', '/connect'],
    ['/connect/T/', 'connect', '/connect'],
    ['https://portal.acme.example//connect//T', 'connect', '/connect'],
    ['/Connect/T', 'connect', '/connect'],
    ['/connect/T?lang=de', 'connect', '/connect?lang=de'],
    ['/invitations/T?y', 'invitation', '/invitations?y'],
    ['/INVITATIONS/T', 'invitation', '/invitations'],
    ['/unwatch/T', 'unwatch', '/unwatch'],
    ['/sign-in/verify?token=T', 'sign-in', '/sign-in/verify'],
    ['/sign-in/verify/?token=T', 'sign-in', '/sign-in/verify'],
    ['/Sign-In/Verify?token=T', 'sign-in', '/sign-in/verify'],
    ['/sign-in/verify?lang=de&token=T&token=U', 'sign-in', '/sign-in/verify?lang=de'],
  ])('the secret of %s is taken out of its address', (address, name, cleanPath) => {
    expect(taken(address)).toEqual({ name, secret: 'T', cleanPath });
  });

  it('a hostile secret does not lead to another page once it is taken out', () => {
    expect(taken('/connect/%2F%2Fevil.example')).toMatchObject({ cleanPath: '/connect' });
    expect(taken('/invitations/a%2F..%2F..%2Fdevice')).toMatchObject({ cleanPath: '/invitations' });
    expect(taken('/connect/%2e%2e')).toBeUndefined();
  });

  it.each([
    '/',
    '/connect',
    '/connect/',
    '/connect/outcome?outcome=connected',
    '/connect/outcome/',
    '/connect/T/more',
    '/invitations',
    '/unwatch',
    '/sign-in',
    '/sign-in/verify',
    '/sign-in/verify?token=',
    '/sign-in/other?token=T',
    '/device?user_code=T',
  ])('the address %s has no secret', (address) => {
    expect(taken(address)).toBeUndefined();
  });
});
