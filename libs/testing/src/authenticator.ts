import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Deviations of the authenticator or the browser that a test asks for. */
export interface Ceremony {
  /** The page that asks. Default: that of the authenticator. */
  readonly origin?: string;
  /** Default: the host of the origin of the authenticator. */
  readonly rpId?: string;
  /** The flag "user verified". Default true. */
  readonly userVerified?: boolean;
  /** The sign counter. Default: one more than the last. */
  readonly counter?: number;
  /** Default: the handle that the passkey was registered with. */
  readonly userHandle?: string;
}

type Options = Readonly<Record<string, unknown>>;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The head of a CBOR item: its major type, and a value or a length below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const byteString = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/**
 * A passkey in software (ES256, attestation `none`), with the part of a browser that asks for it. It answers options of the API with
 * the JSON of WebAuthn level 3, as `credential` of a request.
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let lastCounter = 0;
  let handle = '';

  const clientData = (type: string, { challenge }: Options, asked = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: asked, crossOrigin: false }));

  const authenticatorData = (
    { rpId = new URL(origin).hostname, userVerified = true, counter = lastCounter + 1 }: Ceremony,
    attested: Buffer = Buffer.alloc(0),
  ): Buffer => {
    lastCounter = counter;
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), tail, attested]);
  };

  const credential = <Response extends object>(response: Response) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId: base64url(id),

    /** The passkey as the virtual authenticator of a browser takes it, once it is registered. */
    exported: () => ({
      credentialId: id.toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      rpId: new URL(origin).hostname,
      userHandle: Buffer.from(handle, 'base64url').toString('base64'),
      signCount: lastCounter,
      isResidentCredential: true,
    }),

    /** Answers the options of `startPasskeyRegistration`. */
    register(options: Options, ceremony: Ceremony = {}) {
      handle = (options['user'] as { id: string }).id;
      const key = map(
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), byteString(Buffer.from(x, 'base64url'))],
        [integer(-3), byteString(Buffer.from(y, 'base64url'))],
      );
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const data = authenticatorData(ceremony, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestationObject = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), byteString(data)],
      );
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, ceremony.origin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },

    /** Answers the options of `startPasskeySignIn`. */
    sign(options: Options, ceremony: Ceremony = {}) {
      const client = clientData('webauthn.get', options, ceremony.origin);
      const data = authenticatorData(ceremony);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: ceremony.userHandle ?? handle,
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
