import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressRefused, createGuardedLookup, type Resolve } from './guarded-lookup.ts';

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
  it('is resolved to all its addresses if each is public', async () => {
    const addresses = [v6('2606:4700::1111'), v4('1.1.1.1')];
    expect(await look(async () => addresses)).toEqual(addresses);
  });

  it.each([
    ['private', [v4('10.0.0.1')]],
    ['loopback', [v6('::1')]],
    ['public and private', [v4('1.1.1.1'), v4('192.168.0.1')]],
    ['public, and private of the other family', [v4('1.1.1.1'), v6('fd00::1')]],
  ])('is refused where its addresses are %s', async (_, addresses) => {
    await expect(look(async () => addresses)).rejects.toEqual(refused);
    await expect(look(async () => addresses, { family: 4 })).rejects.toEqual(refused);
  });

  it('is resolved to one address of the wanted family', async () => {
    const resolve: Resolve = async () => [v6('2606:4700::1111'), v4('1.1.1.1')];
    expect(await look(resolve, {})).toEqual({ address: '2606:4700::1111', family: 6 });
    expect(await look(resolve, { family: 4 })).toEqual({ address: '1.1.1.1', family: 4 });
  });

  it('is not found where it has no address, or none of the wanted family', async () => {
    const notFound = expect.objectContaining({ code: 'ENOTFOUND' });
    await expect(look(async () => [])).rejects.toEqual(notFound);
    await expect(look(async () => [v4('1.1.1.1')], { family: 6 })).rejects.toEqual(notFound);
  });

  it('fails as the resolver does', async () => {
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

  it('is connected to at the address that was checked, and refused at the next lookup', async () => {
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
