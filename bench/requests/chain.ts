/**
 * The baseline: what a request of ours needs at least, in two processes. With SERVICE_URL it is Express that counts in Redis and calls the
 * other process, CALLS times in a row; without it is a server of Node that queries Postgres.
 */
import { createServer, type ServerResponse } from 'node:http';
import express from 'express';
import { Redis } from 'ioredis';
import { Pool as Database } from 'pg';
import { Pool } from 'undici';

const { PORT, SERVICE_URL, CALLS, REDIS_URL = '', DATABASE_URL = '' } = process.env;

function startService(): void {
  const database = new Database({ connectionString: DATABASE_URL });
  const query = {
    name: 'organization',
    text: 'select id, slug, name, created_at from organization.organizations where slug = $1',
    values: ['acme'],
  };
  const answer = async (response: ServerResponse): Promise<void> => {
    const { rows } = await database.query(query);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0]));
  };
  createServer((request, response) => {
    request.resume().once('end', () => void answer(response));
  }).listen(Number(PORT), '127.0.0.1');
}

function startGateway(serviceUrl: string): void {
  const service = new Pool(serviceUrl);
  const redis = new Redis(REDIS_URL);
  const app = express();
  app.get('/', async (_request, response) => {
    await redis.incr('requests');
    let answer: unknown;
    for (let call = 0; call < Number(CALLS); call += 1) {
      const { body } = await service.request({ method: 'POST', path: '/', body: '{}' });
      answer = await body.json();
    }
    response.json(answer);
  });
  app.listen(Number(PORT), '127.0.0.1');
}

if (SERVICE_URL === undefined) startService();
else startGateway(SERVICE_URL);
process.on('SIGTERM', () => process.exit(0));
