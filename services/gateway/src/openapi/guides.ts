import { readFileSync } from 'node:fs';

export interface Guide {
  /** `/docs/<name>.md` */
  readonly name: string;
  readonly title: string;
  /** Markdown with the title as its heading, `##`. */
  readonly text: string;
}

/** In the order in which a reader needs them. */
const names = ['quickstart', 'credentials', 'errors-and-idempotency', 'connect-in-your-product'];

/** The guides of `/docs`, with the address of this installation in their examples. */
export const guidesFor = (publicUrl: string): readonly Guide[] =>
  names.map((name) => {
    // The same folder from src and from dist.
    const file = new URL(`../../assets/guides/${name}.md`, import.meta.url);
    const text = readFileSync(file, 'utf8').replaceAll('{publicUrl}', publicUrl);
    return { name, title: /^## (.+)$/m.exec(text)?.[1] ?? name, text };
  });
