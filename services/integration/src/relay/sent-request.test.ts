import { describe, expect, it } from 'vitest';
import type { Api } from '../connector/use.ts';
import { sentRequest } from './sent-request.ts';
import { targetOf } from './target.ts';

const base = 'https://api.example/v1';
const api: Api = { name: 'ads', description: '', baseUrl: base, refused: [], account: () => undefined };

const send = (demands: Partial<Api>, line: string, body = '') => {
  const [method = '', path = '', query = ''] = line.split(/[ ?]/);
  const target = targetOf(base, path, query);
  return sentRequest({ ...api, ...demands }, { method, target, headers: {}, body: Buffer.from(body) });
};

describe('the form in which a request is sent', () => {
  it.each([
    ['GET a', 'a/'],
    ['GET a/', 'a/'],
    ['GET a?b=1', 'a/?b=1'],
  ])('%s ends with a slash where the api demands it: %s', (line, sent) => {
    expect(send({ endsWithSlash: true }, line).url).toBe(`${base}/${sent}`);
    expect(send({}, line).url).toBe(`${base}/${line.slice('GET '.length)}`);
  });

  it('the query of a GET moves into the body of a POST where it is longer than the api takes', () => {
    expect(send({ longestQuery: 4 }, 'GET a?b=%3A')).toMatchObject({
      method: 'POST',
      url: `${base}/a`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-http-method-override': 'GET',
      },
      body: Buffer.from('b=%3A'),
    });
  });

  it.each([
    ['GET a?b=12', ''],
    ['GET a?b=123', 'body'],
    ['POST a?b=123', ''],
    ['DELETE a?b=123', ''],
  ])('%s with the body %j is sent as it came', (line, body) => {
    const sent = send({ longestQuery: 4 }, line, body);
    expect(`${sent.method} ${sent.url}`).toBe(line.replace(' ', ` ${base}/`));
    expect(sent.headers).toEqual({});
    expect(sent.body).toEqual(Buffer.from(body));
  });
});
