import { describe, expect, it } from 'vitest';
import { containersAmong } from './signals.ts';

describe('servers that run in Docker', () => {
  it('are found by the command of their process', () => {
    const rows = '    7 postgres\n   12 docker\n  121 redis-server\n';
    const processes = [
      { name: 'postgres', pid: 7 },
      { name: 'kafka', pid: 12 },
      { name: 'redis', pid: 121 },
      { name: 'audit', pid: undefined },
    ];
    expect(containersAmong(processes, rows)).toEqual([{ name: 'kafka', pid: 12 }]);
  });
});
