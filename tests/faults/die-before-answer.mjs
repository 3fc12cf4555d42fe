/**
 * Preloaded into the gateway or into organization: kills the process when it is about to send the answer to a creation, after
 * the commit. A test cannot hit this moment from outside.
 */
import { ServerResponse } from 'node:http';

// oxlint-disable-next-line typescript/unbound-method -- applied to its own object below
const { end } = ServerResponse.prototype;

ServerResponse.prototype.end = function endOrDie(...parameters) {
  const answersCreation = this.statusCode === 201 || this.req.url?.endsWith('/CreateApiKey');
  if (answersCreation) process.kill(process.pid, 'SIGKILL');
  return end.apply(this, parameters);
};
