import { setTimeout as sleep } from 'node:timers/promises';
import { runningInstance } from './instance-lock.ts';

/** Sends SIGTERM to the process that holds the lock and waits, without a timeout, until it ends; false if none runs. */
export async function stopInstance(lock: string): Promise<boolean> {
  const instance = await runningInstance(lock);
  if (instance === undefined) return false;
  process.kill(instance.pid, 'SIGTERM');
  // A process that was stopped with SIGSTOP acts on SIGTERM only once it continues.
  process.kill(instance.pid, 'SIGCONT');
  while ((await runningInstance(lock)) !== undefined) await sleep(50);
  return true;
}
