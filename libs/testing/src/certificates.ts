import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bits, boolean, der, integer, objectId, octets, sequence, set, tagged, text, time } from './der.ts';

/** A certificate and its private key, as PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  /** Its own certificate, as PEM. */
  readonly certificate: string;
  /** A certificate for names and IPv4 addresses, valid from an hour ago for a day by default. */
  issue(names: readonly string[], validity?: { readonly from?: Date; readonly until?: Date }): Issued;
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const subjectAltName = objectId('2.5.29.17');
const basicConstraints = objectId('2.5.29.19');

const nameOf = (commonName: string): Buffer => sequence(set(sequence(objectId('2.5.4.3'), text(commonName))));

const altName = (name: string): Buffer =>
  isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));

const pemOf = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

interface CertificateFields {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly from: Date;
  readonly until: Date;
  readonly extensions: readonly Buffer[];
}

function certificateOf(fields: CertificateFields, issuerKey: KeyObject): string {
  const signed = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    nameOf(fields.issuer),
    sequence(time(fields.from), time(fields.until)),
    nameOf(fields.subject),
    fields.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...fields.extensions)),
  );
  const signature = sign('sha256', signed, issuerKey);
  return pemOf('CERTIFICATE', sequence(signed, ecdsaWithSha256, bits(signature)));
}

const hours = (count: number): Date => new Date(Date.now() + count * 3_600_000);
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A certificate authority for tests of TLS. */
export function createAuthority(name = 'Test authority'): Authority {
  const own = newKeys();
  const certificate = certificateOf(
    {
      issuer: name,
      subject: name,
      publicKey: own.publicKey,
      from: hours(-48),
      until: hours(24),
      extensions: [sequence(basicConstraints, boolean(true), octets(sequence(boolean(true))))],
    },
    own.privateKey,
  );
  return {
    certificate,
    issue(names, { from = hours(-1), until = hours(24) } = {}) {
      const { publicKey, privateKey } = newKeys();
      const extensions = [sequence(subjectAltName, octets(sequence(...names.map(altName))))];
      const fields = { issuer: name, subject: names[0] ?? '', publicKey, from, until, extensions };
      return {
        certificate: certificateOf(fields, own.privateKey),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
