import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree of a file (ESTree with TypeScript); the properties depend on the type. */
export interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const nodeIn = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);
export const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter((item) => isNode(item)) : [];

const parents = new WeakMap<Node, Node>();

/** Every node of a file, in the order of the source. */
export function parse(source: string): readonly Node[] {
  const nodes = [parseAst(source, { lang: 'ts' }) as unknown as Node];
  // The loop also visits what it appends.
  for (const node of nodes) {
    for (const value of Object.values(node)) {
      for (const child of isNode(value) ? [value] : nodesIn(value)) {
        parents.set(child, node);
        nodes.push(child);
      }
    }
  }
  return nodes.toSorted((a, b) => Number(a['start']) - Number(b['start']));
}

/** The nodes around a node, innermost first. */
export function* around(node: Node): Generator<Node> {
  for (let outer = parents.get(node); outer !== undefined; outer = parents.get(outer)) yield outer;
}

/** The name of an identifier, or of the property of `a.b`. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node['name']);
  if (node?.type === 'MemberExpression' && node['computed'] === false)
    return nameOf(nodeIn(node['property']));
  if (node?.type === 'ChainExpression') return nameOf(nodeIn(node['expression']));
  return undefined;
}

/** The texts that an expression may have: one for a literal, two for `x ? 'a' : 'b'`; undefined if it is not constant. */
export function constantTexts(node: Node | undefined): readonly string[] | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node?.type !== 'ConditionalExpression') return undefined;
  const branches = [node['consequent'], node['alternate']].map((branch) => constantTexts(nodeIn(branch)));
  return branches.every((texts) => texts !== undefined) ? branches.flat() : undefined;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
export const isFunction = ({ type }: Node): boolean => functions.has(type);

/** The name of a function, or of the variable or property that holds it. */
export function functionName(node: Node): string | undefined {
  const own = nameOf(nodeIn(node['id']));
  if (own !== undefined) return own;
  const holder = parents.get(node);
  return nameOf(nodeIn(holder?.['id'] ?? holder?.['key']));
}
