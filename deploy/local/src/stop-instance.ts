import { setTimeout as sleep } from 'node:timers/promises';
import { runningInstance } from './instance-lock.ts';

/** Asks the instance that holds the lock to stop and waits until it has; false where none runs. */
export async function stopInstance(lock: string): Promise<boolean> {
  const instance = await runningInstance(lock);
  if (instance === undefined) return false;
  process.kill(instance.pid, 'SIGTERM');
  while ((await runningInstance(lock)) !== undefined) await sleep(50);
  return true;
}
