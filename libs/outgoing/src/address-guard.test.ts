import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addressRefused,
  createGuardedLookup,
  createNameServerResolve,
  destinationOf,
  isPublicAddress,
  originOf,
  type Resolve,
} from './address-guard.ts';

describe('isPublicAddress', () => {
  it.each([
    ['unspecified', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['shared by a carrier', '100.64.0.1'],
    ['the last one shared by a carrier', '100.127.255.255'],
    ['on loopback', '127.0.0.1'],
    ['link-local, for the metadata of a cloud', '169.254.169.254'],
    ['private', '172.16.0.1'],
    ['the last one of a private network', '172.31.255.255'],
    ['for protocol assignments', '192.0.0.192'],
    ['for documentation', '192.0.2.1'],
    ['of a 6to4 relay', '192.88.99.1'],
    ['private', '192.168.1.1'],
    ['for benchmarks', '198.19.255.255'],
    ['for documentation', '198.51.100.7'],
    ['for documentation', '203.0.113.7'],
    ['multicast', '239.255.255.250'],
    ['reserved', '240.0.0.1'],
    ['for broadcasts', '255.255.255.255'],
    ['of a service of Azure for its machines', '168.63.129.16'],
    ['unspecified in IPv6', '::'],
    ['on loopback in IPv6', '::1'],
    ['IPv4-mapped and on loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped and private, in hexadecimal', '::ffff:a00:1'],
    ['IPv4-compatible and private', '::10.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of a network of its own', '64:ff9b:1::8.8.8.8'],
    ['of Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['for benchmarks in IPv6', '2001:2::1'],
    ['for documentation in IPv6', '2001:db8::1'],
    ['for documentation in the newer network', '3fff:fff::1'],
    ['6to4 of a private address', '2002:0a00:0001::1'],
    ['to be discarded', '100::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local in IPv6', 'fe80::1'],
    ['written with a zone id', '2606:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast in IPv6', 'ff02::1'],
    ['a name', 'api.example'],
    ['empty', ''],
    ['in octal form, as only in a URL', '0177.0.0.1'],
  ])('an address that is %s is not public: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.17',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2001:200::1',
    '2001:4860:4860::8888',
  ])('the address %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

const allowed = new Set(['http://127.0.0.1:8080', 'https://10.0.0.5']);

describe('a destination', () => {
  it('a destination is an origin, a host and a path with its query', () => {
    expect(destinationOf('https://api.example:8443/v1/me?fields=id#part', allowed)).toEqual({
      origin: 'https://api.example:8443',
      host: 'api.example:8443',
      hostname: 'api.example',
      path: '/v1/me?fields=id',
      guarded: true,
    });
  });

  it.each([
    'http://api.example/',
    'https://127.0.0.1/',
    'https://0x7f000001/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://user:password@api.example/',
    'http://127.0.0.1:8081/',
    'http://localhost:8080/',
    'https://127.0.0.1:8080/',
    'http://user@127.0.0.1:8080/',
    'http://10.0.0.5/',
    'https://10.0.0.5:444/',
    'ftp://api.example/',
    'api.example/',
    '',
  ])('the destination %j is refused', (url) => {
    expect(() => destinationOf(url, allowed)).toThrow(
      expect.objectContaining({ name: 'OutgoingError', failure: 'address_refused' }),
    );
  });

  it.each(['http://127.0.0.1:8080/x', 'http://127.1:8080/', 'https://10.0.0.5/', 'https://10.0.0.5:443/'])(
    'the destination %s is not guarded, because its origin is configured',
    (url) => {
      expect(destinationOf(url, allowed).guarded).toBe(false);
    },
  );

  it('the error of a refused destination names its host alone', () => {
    expect(() => destinationOf('https://user:pa55@10.0.0.1/p4th?t0ken=1', allowed)).toThrow(
      /^10\.0\.0\.1: address_refused$/,
    );
  });
});

describe('a configured origin', () => {
  it('a configured origin is that of its URL', () => {
    expect(originOf('https://login.example/common/v2.0')).toBe('https://login.example');
    expect(originOf('http://LOCALHOST:80/')).toBe('http://localhost');
  });

  it.each(['file:///etc/passwd', 'data:,x', 'login.example'])('%s cannot be a configured origin', (url) => {
    expect(() => originOf(url)).toThrow(TypeError);
  });
});

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

/** Calls the lookup as a connection does. */
const look = (
  resolve: Resolve,
  options: { all?: boolean; family?: number } = { all: true },
): Promise<unknown> =>
  new Promise((done, fail) => {
    createGuardedLookup(resolve)('name.example', options, (error, found, family) =>
      error === null ? done(options.all ? found : { address: found, family }) : fail(error),
    );
  });

const refused = expect.objectContaining({ code: addressRefused });

describe('a name', () => {
  it('a name is resolved to all its addresses if each is public', async () => {
    const addresses = [v6('2606:4700::1111'), v4('1.1.1.1')];
    expect(await look(async () => addresses)).toEqual(addresses);
  });

  it.each([
    ['private', [v4('10.0.0.1')]],
    ['on loopback', [v6('::1')]],
    ['public and private', [v4('1.1.1.1'), v4('192.168.0.1')]],
    ['public, and private of the other family', [v4('1.1.1.1'), v6('fd00::1')]],
  ])('a name is refused where its addresses are %s', async (_, addresses) => {
    await expect(look(async () => addresses)).rejects.toEqual(refused);
    await expect(look(async () => addresses, { family: 4 })).rejects.toEqual(refused);
  });

  it('a name is resolved to one address of the wanted family', async () => {
    const resolve: Resolve = async () => [v6('2606:4700::1111'), v4('1.1.1.1')];
    expect(await look(resolve, {})).toEqual({ address: '2606:4700::1111', family: 6 });
    expect(await look(resolve, { family: 4 })).toEqual({ address: '1.1.1.1', family: 4 });
  });

  it('a name is not found where it has no address, or none of the wanted family', async () => {
    const notFound = expect.objectContaining({ code: 'ENOTFOUND' });
    await expect(look(async () => [])).rejects.toEqual(notFound);
    await expect(look(async () => [v4('1.1.1.1')], { family: 6 })).rejects.toEqual(notFound);
  });

  it('the lookup of a name fails with the error of the resolver', async () => {
    const error = Object.assign(new Error('down'), { code: 'EAI_AGAIN' });
    await expect(look(() => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('a name that resolves to another address a moment later', () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server?.close();
  });

  it('a name that changes its address is connected to at the checked one, and refused at the next lookup', async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      return [v4(answers.shift() ?? '127.0.0.3')];
    };
    // Stands for the check of public addresses: a test has none to connect to.
    const lookup = createGuardedLookup(resolve, (address) => address === '127.0.0.1');
    const open = () => {
      const socket = connect({ host: 'rebinding.example', port, lookup });
      sockets.push(socket);
      return socket;
    };

    const first = open();
    await once(first, 'connect');
    expect(first.remoteAddress).toBe('127.0.0.1');
    expect(asked).toEqual(['rebinding.example']);

    await expect(once(open(), 'connect')).rejects.toEqual(refused);
    expect(asked).toHaveLength(2);
  });
});

describe('createNameServerResolve', () => {
  const [typeA, typeAaaa] = [1, 28];
  const [failure, noSuchName] = [2, 3];

  /** A name server: an address or the code of a failure for each type of a question. */
  async function serveNames(answers: Readonly<Record<number, readonly number[] | number>>) {
    const socket = createSocket('udp4', (query, { port, address }) => {
      const end = query.indexOf(0, 12) + 5;
      const answer = answers[query.readUInt16BE(end - 4)] ?? [];
      const isCode = typeof answer === 'number';
      const header = Buffer.from(query.subarray(0, 12));
      header.writeUInt16BE(0x8180 | (isCode ? answer : 0), 2);
      header.writeUInt16BE(isCode || answer.length === 0 ? 0 : 1, 6);
      header.writeUInt16BE(0, 10);
      const record = isCode || answer.length === 0 ? [] : [0xc0, 12, ...query.subarray(end - 4, end)];
      const data = isCode || answer.length === 0 ? [] : [0, 0, 0, 60, 0, answer.length, ...answer];
      socket.send(
        Buffer.concat([header, query.subarray(12, end), Buffer.from([...record, ...data])]),
        port,
        address,
      );
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const resolve = createNameServerResolve([`127.0.0.1:${socket.address().port}`]);
    return { resolve: () => resolve('hooks.example').finally(() => socket.close()) };
  }
  const addressV4 = [93, 184, 216, 34];
  const addressV6 = [0x26, 0x06, ...Array<number>(13).fill(0), 1];

  it('addresses of both families are found', async () => {
    const { resolve } = await serveNames({ [typeA]: addressV4, [typeAaaa]: addressV6 });
    expect(await resolve()).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606::1', family: 6 },
    ]);
  });

  it('addresses of one family are enough where there are no others, or the server fails for them', async () => {
    for (const other of [[], failure]) {
      const { resolve } = await serveNames({ [typeA]: addressV4, [typeAaaa]: other });
      expect(await resolve()).toEqual([{ address: '93.184.216.34', family: 4 }]);
    }
  });

  it('a name that does not exist has no addresses', async () => {
    const { resolve } = await serveNames({ [typeA]: noSuchName, [typeAaaa]: noSuchName });
    expect(await resolve()).toEqual([]);
  });

  it('a server that fails is an error', async () => {
    const { resolve } = await serveNames({ [typeA]: failure, [typeAaaa]: failure });
    await expect(resolve()).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });
});
