import type { Schemas } from './operation.ts';

/** The hash chain of an export is broken, or a signed head does not match. */
export class ChainBroken extends Error {
  override name = 'ChainBroken';
  /** The reason. */
  readonly reason: string;
  /** The first wrong line of the export, counted from 1. Undefined where the end or a head is wrong. */
  readonly line: number | undefined;
  /** Of the entry in that line, as far as it has one, or of the last entry. */
  readonly sequence: number | undefined;

  constructor(reason: string, line?: number, sequence?: number) {
    super(line === undefined ? reason : `Line ${line}: ${reason}`);
    this.reason = reason;
    this.line = line;
    this.sequence = sequence;
  }
}

export interface VerifyOptions {
  /** Signed heads of this organization that somebody kept, one a line. */
  readonly heads?: string | Iterable<string> | AsyncIterable<string> | undefined;
  /**
   * Ed25519 keys that heads may be signed with, in PEM (SPKI). Without one signatures are not checked, and checkpoints of retention do
   * not count.
   */
  readonly publicKeys?: readonly string[] | undefined;
  /** Called after each entry with the number of checked entries. */
  readonly onProgress?: ((entries: number) => void) | undefined;
}

/** The result for an intact chain. */
export interface VerifiedExport {
  readonly entries: number;
  /** Sequences; undefined where there are no entries. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly lastHash: string | undefined;
  /** The `previousHash` of the first entry. */
  readonly beforeFirst: string | undefined;
  /** Whether the first entry is the first of the chain, or follows a signed checkpoint of retention. False: nothing shows that it may be the first. */
  readonly anchored: boolean;
  readonly heads: {
    readonly total: number;
    /** Of entries in the export. */
    readonly matched: number;
    /** Of entries before the first. */
    readonly earlier: number;
    readonly newest: { readonly sequence: number; readonly signedAt: string } | undefined;
  };
}

interface Head {
  readonly sequence: number;
  readonly hash: string;
  readonly signedAt: string;
  readonly isCheckpoint: boolean;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Json = Readonly<Record<string, unknown>>;

const noHash = '0'.repeat(64);
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parsed(text: string): Json {
  try {
    return Object(JSON.parse(text)) as Json;
  } catch {
    return {};
  }
}

async function importKey(pem: string, index: number): Promise<Key> {
  const base64 = /^-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----$/.exec(pem.trim())?.[1] ?? '';
  try {
    return await crypto.subtle.importKey('spki', fromBase64(base64), 'Ed25519', false, ['verify']);
  } catch (cause) {
    throw new TypeError(`publicKeys[${index}] is not an Ed25519 public key in PEM.`, { cause });
  }
}

/** The signature is of the other fields, whose values are no objects, in the form of RFC 8785. */
async function isSigned({ signature, ...fields }: Json, keys: readonly Key[]): Promise<boolean> {
  const sorted = Object.keys(fields).toSorted();
  const statement = JSON.stringify(Object.fromEntries(sorted.map((name) => [name, fields[name]])));
  let given: Uint8Array<ArrayBuffer>;
  try {
    given = fromBase64(String(signature));
  } catch {
    return false;
  }
  for (const key of keys)
    if (await crypto.subtle.verify('Ed25519', key, given, bytesOf(`patchbay chain head v1\n${statement}`)))
      return true;
  return false;
}

/** The heads by their sequences. */
async function readHeads({ heads, publicKeys = [] }: VerifyOptions): Promise<Map<number, Head>> {
  const keys = await Promise.all(publicKeys.map(importKey));
  const found = new Map<number, Head>();
  if (heads === undefined) return found;
  let organization: unknown;
  let number = 0;
  for await (const line of typeof heads === 'string' ? heads.split('\n') : heads) {
    number += 1;
    if (line.trim() === '') continue;
    const head = parsed(line);
    const { sequence, hash, organizationId, signedAt } = head;
    if (!isSequence(sequence) || !isHash(hash))
      throw new ChainBroken(`Line ${number} of the heads is not a signed head.`);
    organization ??= organizationId;
    if (organization !== organizationId)
      throw new TypeError(
        'The heads are of several organizations. Keep those of one, by their organizationId.',
      );
    if (keys.length > 0 && !(await isSigned(head, keys)))
      throw new ChainBroken(
        `Line ${number} of the heads is not signed with the given key: whoever wrote it, it proves nothing.`,
      );
    const other = found.get(sequence);
    if (other !== undefined && other.hash !== hash)
      throw new ChainBroken(
        `The heads signed at ${other.signedAt} and ${String(signedAt)} name different entries for sequence ${sequence}: the chain was rewritten.`,
      );
    const isCheckpoint = other?.isCheckpoint === true || (head['removed'] === true && keys.length > 0);
    found.set(sequence, { sequence, hash, signedAt: String(signedAt), isCheckpoint });
  }
  if (found.size === 0) throw new TypeError('There are no heads.');
  return found;
}

interface Link {
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** The entry of a line, which is its RFC 8785 form with `hash` added as the last field. */
async function readEntry(line: string, number: number): Promise<Schemas['AuditLog']> {
  const entry = parsed(line);
  const { sequence, previousHash, hash } = entry;
  if (!isSequence(sequence) || !isHash(previousHash) || !isHash(hash))
    throw new ChainBroken(
      'It is not an entry: a JSON object in one line, with sequence, previousHash and hash.',
      number,
    );
  const ending = `,"hash":"${hash}"}`;
  // Half of a character has no bytes of its own: it would be hashed as U+FFFD.
  if (!line.endsWith(ending) || !line.isWellFormed())
    throw new ChainBroken('The line is not as the API writes it: other spaces or order.', number, sequence);
  const computed = await sha256(`${line.slice(0, -ending.length)}}`);
  if (computed !== hash)
    throw new ChainBroken(
      `The entry with sequence ${sequence} was altered: its hash is ${computed}, and the line says ${hash}.`,
      number,
      sequence,
    );
  return entry as unknown as Schemas['AuditLog'];
}

/** Why an entry cannot follow the previous one, or cannot be the first. */
function faultOf({ sequence, previousHash }: Link, before: Link | undefined): string | undefined {
  if (before === undefined)
    return sequence === 0 || (sequence === 1 && previousHash !== noHash)
      ? `Sequence ${sequence} cannot be the beginning of a chain.`
      : undefined;
  const comesAfter = `Sequence ${sequence} comes after sequence ${before.sequence}`;
  if (sequence <= before.sequence) return `${comesAfter}: lines were inserted, repeated or reordered.`;
  if (sequence > before.sequence + 1)
    return `${comesAfter}: the entries between them are missing here. They were removed or moved, or the export was made with a filter: only one without filters is a chain.`;
  return previousHash === before.hash
    ? undefined
    : `Sequence ${sequence} does not continue the line before it: its previousHash is not the hash of that line.`;
}

/**
 * Checks the hash chain of an export as its lines come, and yields the entries. Rejects with `ChainBroken` at the first fault. Where the
 * lines fit together it returns what they show; only if `anchored` the chain is proven from its beginning on. docs/audit-proof.md
 * explains what is computed.
 */
export async function* verifyExport(
  lines: Iterable<string> | AsyncIterable<string>,
  options: VerifyOptions = {},
): AsyncGenerator<Schemas['AuditLog'], VerifiedExport, void> {
  const heads = await readHeads(options);
  const newest = [...heads.values()].toSorted((a, b) => b.sequence - a.sequence)[0];
  let [entries, matched] = [0, 0];
  let first: Link | undefined;
  let last: Link | undefined;
  for await (const line of lines) {
    const number = entries + 1;
    const entry = await readEntry(line, number);
    const { sequence, hash, previousHash } = entry;
    const broken = (reason: string) => new ChainBroken(reason, number, sequence);
    const fault = faultOf(entry, last);
    if (fault !== undefined) throw broken(fault);
    const head = heads.get(sequence);
    if (head !== undefined && head.hash !== hash)
      throw broken(
        `Sequence ${sequence} is not the entry that the head signed at ${head.signedAt} names: the chain was rewritten.`,
      );
    const headBefore = heads.get(sequence - 1);
    if (first === undefined && headBefore !== undefined && headBefore.hash !== previousHash)
      throw broken(`It does not continue the entry that the head signed at ${headBefore.signedAt} names.`);
    if (head !== undefined) matched += 1;
    last = { sequence, hash, previousHash };
    first ??= last;
    entries = number;
    options.onProgress?.(entries);
    yield entry;
  }
  const end = last?.sequence ?? 0;
  if (newest !== undefined && newest.sequence > end && !(entries === 0 && newest.isCheckpoint))
    throw new ChainBroken(
      `The export ends with sequence ${end}, and the head signed at ${newest.signedAt} names sequence ${newest.sequence}: the tail was cut off, or the export is older than that head.`,
      undefined,
      end,
    );
  const beginning = first?.sequence ?? 0;
  return {
    entries,
    first: first?.sequence,
    last: last?.sequence,
    lastHash: last?.hash,
    beforeFirst: first?.previousHash,
    anchored: beginning === 1 || heads.get(beginning - 1)?.isCheckpoint === true,
    heads: {
      total: heads.size,
      matched,
      earlier: [...heads.keys()].filter((sequence) => sequence < beginning).length,
      newest: newest && { sequence: newest.sequence, signedAt: newest.signedAt },
    },
  };
}
