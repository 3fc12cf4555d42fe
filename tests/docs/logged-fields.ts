import { around, functionName, isFunction, type Node, nameOf, nodeIn, nodesIn } from './syntax.ts';

/** For fields whose names are not written in the code. */
const others = '…';

function returnsOf(called: Node, nodes: readonly Node[]): readonly Node[] {
  const body = nodeIn(called['body']);
  if (body !== undefined && body.type !== 'BlockStatement') return [body];
  return nodes
    .filter(({ type }) => type === 'ReturnStatement')
    .filter((node) => [...around(node)].find((outer) => isFunction(outer)) === called)
    .flatMap(({ argument }) => nodeIn(argument) ?? []);
}

/** The nodes of the file of a call, in which variables are looked up, and of its package, for functions. */
export interface Scope {
  readonly file: readonly Node[];
  readonly all: readonly Node[];
}

/** What a variable is set to. */
const valuesOf = (name: string, { file }: Scope): readonly Node[] =>
  file
    .filter(({ type, id }) => type === 'VariableDeclarator' && nameOf(nodeIn(id)) === name)
    .flatMap(({ init }) => nodeIn(init) ?? []);

/** What a function returns. */
const resultsOf = (name: string, { all }: Scope): readonly Node[] =>
  all
    .filter((node) => isFunction(node) && functionName(node) === name)
    .flatMap((node) => returnsOf(node, all));

/** The names of the fields that an expression adds to a log line. */
export function fieldsOf(node: Node | undefined, scope: Scope): readonly string[] {
  const ofAll = (found: readonly Node[]): readonly string[] =>
    found.length === 0 ? [others] : found.flatMap((value) => fieldsOf(value, scope));
  switch (node?.type) {
    case undefined:
      return [];
    case 'ObjectExpression':
      return nodesIn(node['properties']).flatMap((property) =>
        property.type === 'SpreadElement'
          ? fieldsOf(nodeIn(property['argument']), scope)
          : (nameOf(nodeIn(property['key'])) ?? others),
      );
    case 'ParenthesizedExpression':
      return fieldsOf(nodeIn(node['expression']), scope);
    case 'LogicalExpression':
      return fieldsOf(nodeIn(node['right']), scope);
    case 'Identifier':
      return ofAll(valuesOf(nameOf(node) ?? '', scope));
    case 'CallExpression':
      return ofAll(resultsOf(nameOf(nodeIn(node['callee'])) ?? '', scope));
    default:
      return [others];
  }
}
