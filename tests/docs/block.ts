/** The page with the text between `<!-- name -->` and `<!-- /name -->` replaced. */
export function replaceBlock(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(start) + start.length, page.indexOf(end)];
  if (!page.includes(start) || to < from) throw new RangeError(`the page has no block ${name}`);
  return `${page.slice(0, from)}${text}\n${page.slice(to)}`;
}
