/** What the browser can fetch while the large script of the console is on the way. */
export interface Preloads {
  readonly scripts: readonly string[];
  /** Paths of the API. */
  readonly reads: readonly string[];
}

/** A page of web/src/console/pages.ts. Its reads have the names that are in its path. */
export interface ConsolePage extends Preloads {
  /** As React Router reads it: `/o/:org/keys/:id?`. */
  readonly path: string;
}

/** A name in a path, with the slash before it, and whether it can be left out. */
const name = /\/:(\w+)(\??)/g;

/** Only short names get into the HTML. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(name, '(?:/(?<$1>[\\w-]+))$2')}/?$`);

/** Returns a function that finds the preloads of a path: those of the first page that is there. */
export function createPreloads(pages: readonly ConsolePage[]): (path: string) => Preloads {
  const patterns = pages.map((page) => ({ ...page, pattern: patternOf(page.path) }));
  return (path) => {
    for (const { pattern, scripts, reads } of patterns) {
      const found = pattern.exec(path);
      if (found === null) continue;
      const fill = (read: string): string =>
        read.replace(name, (_, each: string) => `/${found.groups?.[each] ?? ''}`);
      return { scripts, reads: reads.map(fill) };
    }
    return { scripts: [], reads: [] };
  };
}
