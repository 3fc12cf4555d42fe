/** The baseline: Express with its JSON parser and nothing else; answers `GET /` with the JSON in the file BODY_FILE. */
import { readFileSync } from 'node:fs';
import express from 'express';

const body: unknown = JSON.parse(readFileSync(process.env['BODY_FILE'] ?? '', 'utf8'));
const app = express();
app.use(express.json());
app.get('/', (_request, response) => {
  response.json(body);
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
