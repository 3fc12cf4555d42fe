/** Writes generated/schema.d.ts: the types of the API, from the OpenAPI document that the gateway serves. */
import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const folder = new URL('generated/', import.meta.url);

const types = await openapiTypes(new URL('../../gateway/openapi.json', import.meta.url), {
  alphabetize: true,
});
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.d.ts', folder), astToString(types));
