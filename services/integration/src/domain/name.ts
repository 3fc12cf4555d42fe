import { resourceName } from '@patchbay/text/rules';
import { readText } from '@patchbay/text/text-rule';

/** The name of an integration. */
export const nameOf = (text: string): string => readText(resourceName, 'name', text);
