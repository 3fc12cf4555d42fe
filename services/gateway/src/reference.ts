import { createDocument } from './openapi/document.ts';
import type { Json } from './openapi/schemas.ts';
import { operations } from './operations/index.ts';

/** The document without anything of an installation: what `openapi.json` of this package has, for code generators. */
export const createReference = (): Json =>
  createDocument(operations, {
    publicUrl: 'https://api.patchbay.example',
    cookieName: '__Host-patchbay_session',
  });
