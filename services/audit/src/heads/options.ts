import { createPublicKey, type KeyObject } from 'node:crypto';

export interface HeadOptions {
  /** Signs heads of chains. */
  readonly privateKey: KeyObject;
  /** Public keys of earlier ones, whose signatures still count. Default: none. */
  readonly earlierKeys?: readonly KeyObject[];
  /** Milliseconds between two publications. */
  readonly intervalMs: number;
}

/** Every key whose signatures count, the current one first. */
export const trustedKeysOf = ({
  privateKey,
  earlierKeys = [],
}: Pick<HeadOptions, 'privateKey' | 'earlierKeys'>): readonly KeyObject[] => [
  createPublicKey(privateKey),
  ...earlierKeys,
];
