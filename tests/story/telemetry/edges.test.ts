import type { CollectedSpan } from '@patchbay/testing/collector';
import { describe, expect, it } from 'vitest';
import { missingEdges } from './edges.ts';

const span = (spanId: string, parentSpanId: string | undefined, name: string, more = {}): CollectedSpan => ({
  traceId: 't',
  spanId,
  parentSpanId,
  name,
  kind: 'server',
  service: 'gateway',
  scope: 'test',
  attributes: {},
  links: [],
  failed: false,
  ...more,
});

const page = span('1', undefined, 'openSignIn', { service: 'portal' });
const edge = 'portal server openSignIn: portal server openSignIn > gateway server getSession';

describe('an edge between spans', () => {
  it('is there where the child names its parent in the same trace', () => {
    expect(missingEdges([page])).toContain(edge);
    expect(missingEdges([page, span('2', '1', 'getSession')])).not.toContain(edge);
  });

  it('is missing where the child is in another trace, below another span, or its root is not there yet', () => {
    expect(missingEdges([page, span('2', '1', 'getSession', { traceId: 'u' })])).toContain(edge);
    expect(missingEdges([page, span('2', '9', 'getSession')])).toContain(edge);
    expect(missingEdges([{ ...page, parentSpanId: '0' }, span('2', '1', 'getSession')])).toContain(edge);
  });
});
