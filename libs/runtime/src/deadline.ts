/** Waits for `work` until `deadline` aborts. Resolves to whether `work` had ended by then; rejects if `work` does. */
export async function inTime(work: Promise<unknown>, deadline: AbortSignal): Promise<boolean> {
  const expired = Promise.withResolvers<boolean>();
  const expire = (): void => expired.resolve(false);
  deadline.addEventListener('abort', expire, { once: true });
  if (deadline.aborted) expire();
  try {
    return await Promise.race([work.then(() => true), expired.promise]);
  } finally {
    deadline.removeEventListener('abort', expire);
  }
}
