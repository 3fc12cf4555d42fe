import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress } from './client-address.ts';

function requestOf(remoteAddress: string | undefined, forwardedFor: string | undefined): IncomingMessage {
  const request = new IncomingMessage({ remoteAddress } as Socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

describe('the client address', () => {
  it.each([
    ['no proxy: the peer', '203.0.113.7', '192.0.2.1', 0, '203.0.113.7'],
    ['one proxy: what it wrote', '10.0.0.1', '192.0.2.1, 198.51.100.2', 1, '198.51.100.2'],
    ['two proxies: what the outer one wrote', '10.0.0.1', '6.6.6.6, 192.0.2.1, 10.0.0.2', 2, '192.0.2.1'],
    ['fewer entries than proxies', '10.0.0.1', '192.0.2.1', 3, '192.0.2.1'],
    ['no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['an entry that is no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['a number, which some read as an address', '10.0.0.1', '2130706433', 1, '10.0.0.1'],
    ['an entry that is no address before one that is', '10.0.0.1', '192.0.2.1, x, 10.0.0.2', 3, '10.0.0.2'],
    ['an entry with a port', '10.0.0.1', '192.0.2.1:443', 1, '10.0.0.1'],
    ['an IPv6 entry', '10.0.0.1', '2001:DB8::1', 1, '2001:db8::1'],
    ['entries without spaces', '10.0.0.1', '192.0.2.1,10.0.0.2', 2, '192.0.2.1'],
    ['an IPv6 entry that ends as IPv4', '10.0.0.1', '64:ff9b::192.0.2.1', 1, '64:ff9b::c000:201'],
    ['IPv4 as the end of IPv6', '10.0.0.1', '::192.0.2.1', 1, '::c000:201'],
    ['IPv4 within IPv6, in hexadecimal', '10.0.0.1', '::ffff:cb00:7107', 1, '203.0.113.7'],
    ['IPv4 within IPv6', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['a zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
    ['a peer that has gone', undefined, undefined, 0, null],
  ])('%s', (_, peer, forwardedFor, hops, expected) => {
    expect(clientAddress(requestOf(peer, forwardedFor), hops)).toBe(expected);
  });
});

describe('what limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:a:b:c::', '2001:db8:a:b::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    [null, 'unknown'],
  ])('%s as %s', (address, expected) => {
    expect(addressKey(address)).toBe(expected);
  });
});
