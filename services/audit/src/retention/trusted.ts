import type { KeyObject } from 'node:crypto';
import { readSignedHead, UntrustedHead } from '../domain/signed-head.ts';
import type { ChainPart } from './summary.ts';

/**
 * Whether the checkpoint that a part follows was signed by us and says what its row says. Without this check, whoever removes the
 * beginning of a trail and invents a checkpoint would get a signed one from the next removal.
 */
export function followsTrusted(
  { organizationId, checkpoint }: Pick<ChainPart, 'organizationId' | 'checkpoint'>,
  publicKeys: readonly KeyObject[],
): boolean {
  if (checkpoint === null) return true;
  try {
    const head = readSignedHead(checkpoint.signedHead, publicKeys);
    return (
      head.organizationId === organizationId &&
      head.sequence === checkpoint.sequence &&
      head.hash === checkpoint.hash
    );
  } catch (error) {
    if (error instanceof UntrustedHead) return false;
    throw error;
  }
}
