import { operations } from '../operations/index.ts';
import { createDocument } from './document.ts';
import type { Json } from './schemas.ts';

/** The document without anything of an installation: what `openapi.json` of this package has, for code generators. */
export const createReference = (): Json =>
  createDocument(operations, {
    publicUrl: 'https://api.patchbay.example',
    cookieName: '__Host-patchbay_session',
  });
