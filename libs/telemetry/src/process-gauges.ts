import { watch } from './metrics.ts';

/** Tells event loop utilization and memory of this process at each scrape. */
export function watchProcess(): void {
  let last = performance.eventLoopUtilization();
  watch('eventLoopUtilization', {}, () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  });
  watch('memory', { kind: 'rss' }, () => process.memoryUsage.rss());
  watch('memory', { kind: 'heap_used' }, () => process.memoryUsage().heapUsed);
  watch('memory', { kind: 'external' }, () => process.memoryUsage().external);
}
