/** The baseline: Express with its JSON parser and nothing else; answers `GET /v1/me` with the JSON in BODY. */
import express from 'express';

const body: unknown = JSON.parse(process.env['BODY'] ?? 'null');
const app = express();
app.use(express.json());
app.get('/v1/me', (_request, response) => {
  response.json(body);
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
