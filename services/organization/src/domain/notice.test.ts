import { most } from '@patchbay/platform/maximums';
import { describe, expect, it } from 'vitest';
import { digestOf, type Notice } from './notice.ts';

const noticeIn = (workspace: number, number = 0): Notice => ({
  kind: 'broken',
  integrationId: `${workspace}-${number}`,
  name: 'Client',
  endsAt: null,
  worked: true,
  workspace: { id: String(workspace), slug: `w-${workspace}`, name: `W ${workspace}` },
});

describe('digestOf', () => {
  it('notices are grouped by workspace, in their order', () => {
    const { workspaces, more } = digestOf([noticeIn(1, 1), noticeIn(1, 2), noticeIn(2, 1)], 3);
    expect(workspaces.map(({ slug, notices }) => [slug, notices.map((one) => one.integrationId)])).toEqual([
      ['w-1', ['1-1', '1-2']],
      ['w-2', ['2-1']],
    ]);
    expect(more).toBe(0);
  });

  it('a mail has at most so many lines, and counts the others', () => {
    const notices = Array.from({ length: most.linesOfMail }, (_, number) => noticeIn(1, number));
    const { workspaces, more } = digestOf(notices, 1_000);
    expect(workspaces[0]?.notices).toHaveLength(most.linesOfMail);
    expect(more).toBe(1_000 - most.linesOfMail);
  });

  it('a mail names at most so many workspaces, and counts the notices of the others', () => {
    const notices = Array.from({ length: most.workspacesOfMail + 3 }, (_, number) => noticeIn(number));
    const { workspaces, more } = digestOf(notices, notices.length);
    expect(workspaces).toHaveLength(most.workspacesOfMail);
    expect(more).toBe(3);
  });
});
