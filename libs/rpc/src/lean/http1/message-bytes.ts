/** The head and the body of a message in one piece: a system call that writes several takes longer than the copy. */
export function messageBytes(head: string, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + body.byteLength);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}
