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
    ['is the peer without a proxy', '203.0.113.7', '192.0.2.1', 0, '203.0.113.7'],
    ['is what the proxy wrote behind one proxy', '10.0.0.1', '192.0.2.1, 198.51.100.2', 1, '198.51.100.2'],
    ['is what the outer of two proxies wrote', '10.0.0.1', '6.6.6.6, 192.0.2.1, 10.0.0.2', 2, '192.0.2.1'],
    ['is the first entry if there are fewer entries than proxies', '10.0.0.1', '192.0.2.1', 3, '192.0.2.1'],
    ['is the peer if there is no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is the peer if the entry is no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['is the entry after one that is no address', '10.0.0.1', '192.0.2.1, x, 10.0.0.2', 3, '10.0.0.2'],
    ['is the peer if the entry has a port', '10.0.0.1', '192.0.2.1:443', 1, '10.0.0.1'],
    ['is an IPv6 entry in lower case', '10.0.0.1', '2001:DB8::1', 1, '2001:db8::1'],
    ['is hexadecimal if the entry ends as IPv4', '10.0.0.1', '64:ff9b::192.0.2.1', 1, '64:ff9b::c000:201'],
    ['is IPv4 if the entry is IPv4-mapped, in hexadecimal', '10.0.0.1', '::ffff:cb00:7107', 1, '203.0.113.7'],
    ['is IPv4 if the peer is IPv4-mapped', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
    ['is the peer without its zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
    ['is null if the peer has gone', undefined, undefined, 0, null],
  ])('the client address %s', (_, peer, forwardedFor, hops, expected) => {
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
  ])('limits count the address %s as %s', (address, expected) => {
    expect(addressKey(address)).toBe(expected);
  });
});
