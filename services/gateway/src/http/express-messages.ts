import { IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Gives the class the prototype of Express, and Express the prototype of the class: they are one. */
function unite<Prototype extends object>(own: object, ofExpress: Prototype): Prototype {
  return Object.setPrototypeOf(own, ofExpress) as Prototype;
}

/**
 * Classes for Node's server whose requests and answers are those of the Express app from the beginning. Express changes the prototypes
 * of each request and answer otherwise, which takes longer than the rest of what it does for a request.
 */
export function expressMessages(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  app.request = unite(Request.prototype, app.request);
  app.response = unite(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response as typeof ServerResponse };
}
