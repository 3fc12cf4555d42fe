import type { SignUpProof } from '../domain/sign-up-proof.ts';
import { sealedCookie } from './sealed-cookie.ts';

export const { seal: sealProof, open: openProof } = sealedCookie<SignUpProof>('sign-up');
