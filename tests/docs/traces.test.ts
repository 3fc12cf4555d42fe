import { attributeTable } from '@patchbay/telemetry/attributes';
import { spanTable } from '@patchbay/telemetry/span-table';
import { expect, it } from 'vitest';
import { table } from './table.ts';

const code = (text: string): string => `\`${text}\``;

it('docs/traces.md has every span and every attribute', async () => {
  const spans = Object.values(spanTable).map(({ name, parts, kind, parent, attributes, meaning }) => {
    const nameOf: (...given: string[]) => string = name;
    return [
      code(nameOf(...parts.map((part) => `<${part}>`))),
      kind,
      parent,
      attributes.map((key) => code(attributeTable[key].name)).join(', '),
      meaning,
    ];
  });
  const attributes = Object.values(attributeTable).map(({ name, meaning }) => [code(name), meaning]);
  const text = `# Traces

Each process exports its spans by OTLP where \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set; [configuration](configuration.md) has the
variables. A trace begins with a request, whose answer has its id in \`traceparent\`, or with a job in the background. It leads
through calls between services, statements and transactions, events and mails, however late they are sent, to the entries in the audit
trail, which have the id too, as log lines do. \`tests/traces/edges.ts\` lists the edges that a test finds in a run of all processes.

Spans hold no path, query, header, body or text of a statement: these may have secrets and personal data. A worker that polls its queue
makes a trace of one statement each time; a sampler at the collector can drop them by their name.

This page is made from \`libs/telemetry/src/span-table.ts\` and \`libs/telemetry/src/attributes.ts\`, the only places where spans and
attributes get their names: \`npm test -- --project docs -u\` writes it anew.

## Spans

${table(['Span', 'Kind', 'Below', 'Attributes', 'Meaning'], spans)}

## Attributes

${table(['Attribute', 'Meaning'], attributes)}
`;
  await expect(text).toMatchFileSnapshot('../../docs/traces.md');
});
