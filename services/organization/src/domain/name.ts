import { resourceName } from '@patchbay/text/rules';
import { slug } from '@patchbay/text/slug';
import { readText } from '@patchbay/text/text-rule';

/** The name of an organization, a workspace or an API key. */
export const nameOf = (text: string): string => readText(resourceName, 'name', text);

/** The slug of a workspace. */
export const slugOf = (text: string): string => readText(slug, 'slug', text);
