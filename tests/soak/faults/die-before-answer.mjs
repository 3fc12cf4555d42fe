/**
 * Preloaded into the gateway or into organization: kills the process when it is about to send the answer to a creation, after
 * the commit. A test cannot hit this moment from outside.
 */
import { ServerResponse } from 'node:http';

// oxlint-disable-next-line typescript/unbound-method -- applied to its own object
const { end } = ServerResponse.prototype;

/** The gateway answers its client with 201; organization answers the call of the gateway. */
const answersCreation = ({ statusCode, req }) => statusCode === 201 || req.url.endsWith('/CreateApiKey');

ServerResponse.prototype.end = function endOrDie(...parameters) {
  if (answersCreation(this)) process.kill(process.pid, 'SIGKILL');
  return end.apply(this, parameters);
};
