import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

/** The full path of a path from the root of the repository. */
export const repository = (path: string): string => fileURLToPath(new URL(path, root));
