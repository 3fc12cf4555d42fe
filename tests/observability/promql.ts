import { parser } from '@prometheus-io/lezer-promql';

type Tree = ReturnType<typeof parser.parse>;
type Node = Tree['topNode'];

/** A metric, or a series that a rule records. */
export interface Series {
  readonly labels: ReadonlySet<string>;
  /** Whether a label may have this value; undefined if that is not known. */
  readonly has?: (label: string, value: string) => boolean;
}
export type KnownSeries = ReadonlyMap<string, Series>;

/** `outcome="ours"`, with one of `=`, `!=`, `=~` and `!~`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** The series that an expression asks for by one name. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly Matcher[];
}

const childrenOf = (node: Node): Node[] => {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};
const childOf = (node: Node, name: string): Node | undefined =>
  childrenOf(node).find((child) => child.name === name);

function within(node: Node, name: string): Node[] {
  const found: Node[] = [];
  node.cursor().iterate((at) => {
    if (at.name === name && at.from >= node.from && at.to <= node.to) found.push(at.node);
  });
  return found;
}

/** An expression of PromQL: what is wrong with it, the series that it asks for, and the labels of its result. */
export function readPromql(text: string, known: KnownSeries) {
  const { topNode } = parser.parse(text);
  const textOf = (node: Node | undefined): string => (node ? text.slice(node.from, node.to) : '');
  const labelsIn = (node: Node | undefined): string[] =>
    node
      ? childrenOf(node)
          .filter(({ name }) => name === 'LabelName')
          .map(textOf)
      : [];
  const seriesOf = (selector: Node): Series | undefined => known.get(textOf(childOf(selector, 'Identifier')));

  const problems = within(topNode, '⚠').map(
    ({ from }) => `does not parse at “${text.slice(from, from + 20)}”`,
  );

  const selectors = within(topNode, 'VectorSelector').map((selector): Selector => {
    const name = textOf(childOf(selector, 'Identifier'));
    const series = seriesOf(selector);
    if (series === undefined) problems.push(`${name || textOf(selector)} is no known series`);
    const matchers = within(selector, 'UnquotedLabelMatcher').map((matcher): Matcher => {
      const label = textOf(childOf(matcher, 'LabelName'));
      const operator = textOf(childOf(matcher, 'MatchOp'));
      const value = textOf(childOf(matcher, 'StringLiteral')).slice(1, -1);
      if (series?.labels.has(label) === false) problems.push(`${name} has no label ${label}`);
      if (operator === '=' && series?.has?.(label, value) === false) {
        problems.push(`${label} of ${name} is never ${value}`);
      }
      return { label, operator, value };
    });
    return { name, matchers };
  });

  /** Each of the labels must be one of every selector in the node. */
  const demand = (labels: readonly string[], node: Node): void => {
    for (const selector of within(node, 'VectorSelector')) {
      const series = seriesOf(selector);
      for (const label of labels) {
        if (series?.labels.has(label) === false) {
          problems.push(`${textOf(childOf(selector, 'Identifier'))} has no label ${label} to group by`);
        }
      }
    }
  };

  const resultOf = (node: Node): string[] => {
    const children = childrenOf(node);
    const results = (): string[] => children.flatMap(resultOf);
    if (node.name === 'VectorSelector') return [...(seriesOf(node)?.labels ?? [])];
    if (node.name === 'AggregateExpr') {
      const modifier = childOf(node, 'AggregateModifier');
      const by = labelsIn(modifier && childOf(modifier, 'GroupingLabels'));
      demand(by, node);
      if (modifier === undefined) return /^(top|bottom)k\b/.test(textOf(node)) ? results() : [];
      if (childOf(modifier, 'By') === undefined) problems.push('“without” is not checked: use “by”');
      return by;
    }
    if (node.name === 'BinaryExpr') {
      const matching = childOf(node, 'MatchingModifierClause');
      const on = labelsIn(matching && childOf(matching, 'GroupingLabels'));
      demand(on, node);
      const [left, right] = [children[0], children.at(-1)].map((side) => (side ? resultOf(side) : []));
      if (childOf(node, 'And') ?? childOf(node, 'Unless')) return left ?? [];
      const grouped = matching && (childOf(matching, 'GroupLeft') ?? childOf(matching, 'GroupRight'));
      if (grouped) return left ?? [];
      return matching && !childOf(node, 'Or') ? on : [...(left ?? []), ...(right ?? [])];
    }
    const labels = results();
    const isQuantile = node.name === 'FunctionCall' && textOf(node).startsWith('histogram_quantile');
    return isQuantile ? labels.filter((label) => label !== 'le') : labels;
  };

  return { labels: new Set(resultOf(topNode)), problems, selectors };
}

/** The labels that a text names, such as `{{ $labels.job }}` of a rule or `{{job}}` of a legend, and the expression lacks. */
export const lackingLabels = (text: string, labels: ReadonlySet<string>): string[] =>
  [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)]
    .map(([, label = '']) => label)
    .filter((label) => label !== '' && !labels.has(label));
