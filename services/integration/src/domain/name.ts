import { readText } from '@patchbay/text/read';
import { resourceName } from '@patchbay/text/rules';

/** The name of an integration. */
export const nameOf = (text: string): string => readText(resourceName, 'name', text);
