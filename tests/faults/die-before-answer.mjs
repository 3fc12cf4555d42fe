/**
 * Preloaded into the gateway or into organization: kills the process when it is about to send the answer to a creation, after
 * the commit. A test cannot hit this moment from outside.
 */
import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const die = () => process.kill(process.pid, 'SIGKILL');

/* oxlint-disable typescript/unbound-method -- each is applied to its own object */
const { end } = ServerResponse.prototype;
const { emit, write } = Socket.prototype;
/* oxlint-enable typescript/unbound-method */

// The gateway answers clients by Node's server.
ServerResponse.prototype.end = function endOrDie(...parameters) {
  if (this.statusCode === 201) die();
  return end.apply(this, parameters);
};

// Organization reads calls from their connections, and answers there.
const creating = new WeakSet();
Socket.prototype.emit = function emitAndNotice(event, ...parameters) {
  if (event === 'data' && String(parameters[0]).includes('/CreateApiKey ')) creating.add(this);
  return emit.call(this, event, ...parameters);
};
Socket.prototype.write = function writeOrDie(...parameters) {
  if (creating.has(this)) die();
  return write.apply(this, parameters);
};
