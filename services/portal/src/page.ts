import { internal } from '@patchbay/errors/failure';
import type { SignInProvider } from './sign-in-providers.ts';

/** What the pages are told; web/src/settings.ts reads it. Everybody can read it: nothing in it is secret. */
export interface PageSettings {
  readonly apiUrl: string;
  readonly signInProviders: readonly SignInProvider[];
  readonly traceparent?: string | undefined;
}

const placeholder = '{{settings}}';
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

/** As the value of an HTML attribute. */
const escaped = (text: string): string => text.replace(/[&"'<>]/g, (character) => entities[character] ?? '');

/** Creates the page with its settings from the HTML of the bundle. */
export function createPage(html: string): (settings: PageSettings) => Buffer {
  const [before = '', after, ...more] = html.split(placeholder);
  if (after === undefined || more.length > 0)
    throw internal(`services/portal/web/index.html must have ${placeholder} once`);
  return (settings) => Buffer.from(before + escaped(JSON.stringify(settings)) + after);
}
