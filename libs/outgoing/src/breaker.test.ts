import { beforeEach, describe, expect, it } from 'vitest';
import { type Breaker, createBreaker, type Verdict } from './breaker.ts';

const failed: Verdict = 'failed';
const connected: Verdict = 'connected';
const unknown: Verdict = 'unknown';

let time: number;
let random: number;
let events: unknown[];
let breaker: Breaker;

beforeEach(() => {
  time = 1_000;
  random = 0;
  events = [];
  breaker = createBreaker({
    clock: { uptime: () => time },
    random: () => random,
    onOpen: (ms) => events.push(['open', ms]),
    onClose: () => events.push(['close']),
  });
});

/** Requests one after the other; fails if one of them may not be sent. */
const requests = (...verdicts: Verdict[]): void => {
  for (const verdict of verdicts) {
    expect(breaker.suspendedMs()).toBe(0);
    breaker.begin()(verdict);
  }
};
const times = (count: number, verdict: Verdict): Verdict[] => Array.from({ length: count }, () => verdict);

describe('a breaker', () => {
  it('a breaker opens for 30 seconds after five failed connections in a row', () => {
    requests(...times(4, failed));
    expect(events).toEqual([]);
    requests(failed);
    expect(events).toEqual([['open', 30_000]]);
    expect(breaker.suspendedMs()).toBe(30_000);
    time += 29_999;
    expect(breaker.suspendedMs()).toBe(1);
    time += 1;
    expect(breaker.suspendedMs()).toBe(0);
  });

  it('a connection resets the count of failures', () => {
    requests(...times(4, failed), connected, ...times(4, failed), unknown);
    expect(events).toEqual([]);
    requests(failed);
    expect(events).toHaveLength(1);
  });

  it('after a suspension one request is sent as a probe, and others are refused meanwhile', () => {
    requests(...times(5, failed));
    time += 30_000;
    const probe = breaker.begin();
    expect(breaker.suspendedMs()).toBe(1_000);
    probe(connected);
    expect(breaker.suspendedMs()).toBe(0);
    expect(events).toEqual([['open', 30_000], ['close']]);
  });

  it('a closed breaker counts failures from zero', () => {
    requests(...times(5, failed));
    time += 30_000;
    requests(connected, ...times(4, failed));
    expect(breaker.suspendedMs()).toBe(0);
    requests(failed);
    expect(breaker.suspendedMs()).toBe(30_000);
  });

  it('each failed probe doubles the suspension up to five minutes, and only the first opening is reported', () => {
    requests(...times(5, failed));
    const waited = [30_000];
    for (let probe = 0; probe < 6; probe += 1) {
      time += breaker.suspendedMs();
      requests(failed);
      waited.push(breaker.suspendedMs());
    }
    expect(waited).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
    expect(events).toHaveLength(1);
  });

  it('the next request is the probe if a probe was canceled', () => {
    requests(...times(5, failed));
    time += 30_000;
    requests(unknown);
    expect(breaker.suspendedMs()).toBe(0);
    expect(breaker.failing).toBe(true);
    requests(connected);
    expect(breaker.failing).toBe(false);
  });

  it('a breaker ignores the results of requests that were sent before it opened', () => {
    const [late, later] = [breaker.begin(), breaker.begin()];
    requests(...times(5, failed));
    late(failed);
    later(connected);
    expect(breaker.suspendedMs()).toBe(30_000);
    expect(events).toHaveLength(1);
  });

  it('an older request that ends does not end a running probe', () => {
    const late = breaker.begin();
    requests(...times(5, failed));
    time += 30_000;
    const probe = breaker.begin();
    late(connected);
    expect(breaker.suspendedMs()).toBe(1_000);
    probe(connected);
    expect(breaker.suspendedMs()).toBe(0);
  });

  it('a suspension is up to a fifth shorter at random', () => {
    random = 1;
    requests(...times(5, failed));
    expect(breaker.suspendedMs()).toBe(24_000);
  });

  it('connections that fail for one organization alone do not open a breaker', () => {
    for (let count = 0; count < 50; count += 1) breaker.begin('one')(failed);
    expect([breaker.suspendedMs(), events]).toEqual([0, []]);
  });

  it('five connections that fail for two organizations open a breaker', () => {
    for (const organization of ['one', 'one', 'one', 'one', 'other']) {
      expect(breaker.suspendedMs()).toBe(0);
      breaker.begin(organization)(failed);
    }
    expect(breaker.suspendedMs()).toBe(30_000);
  });

  it('a connection of any organization resets whose connections failed', () => {
    breaker.begin('one')(failed);
    breaker.begin('other')(connected);
    for (let count = 0; count < 50; count += 1) breaker.begin('other')(failed);
    expect(breaker.suspendedMs()).toBe(0);
  });

  it('a request that was connected does not count as failed when it fails later', () => {
    for (let count = 0; count < 50; count += 1) {
      const tell = breaker.begin();
      tell(connected);
      tell(failed);
    }
    expect(breaker.suspendedMs()).toBe(0);
  });
});
