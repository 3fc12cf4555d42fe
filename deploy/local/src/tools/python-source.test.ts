import { expect, it } from 'vitest';
import { type Document, pythonFilesOf, syncVersionOf } from './python-source.ts';

const problem = { $ref: '#/components/responses/Conflict' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const;
const inQuery = (name: string, schema: object) => ({ name, in: 'query', required: false, schema }) as const;
const json = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

const document: Document = {
  paths: {
    '/v1/things/{shelfId}': {
      get: {
        operationId: 'listThings',
        summary: 'List the things of a shelf',
        parameters: [
          inPath('shelfId'),
          inQuery('kind', { type: 'string', enum: ['big', 'small'] }),
          inQuery('from', { type: 'string', format: 'date-time' }),
          inQuery('cursor', { type: 'string' }),
        ],
        responses: { 200: json('ThingPage'), 409: problem },
      },
      post: {
        operationId: 'createThing',
        summary: 'Create a thing',
        parameters: [
          inPath('shelfId'),
          { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
        ],
        requestBody: { required: true, ...json('Thing') },
        responses: { 201: json('Thing'), 409: problem },
      },
      delete: {
        operationId: 'clearShelf',
        summary: 'Clear a shelf',
        parameters: [inPath('shelfId')],
        responses: { 204: {}, 409: { $ref: '#/components/responses/RareConflict' } },
      },
    },
    '/v1/open': {
      get: { operationId: 'openShop', summary: 'Open the shop', responses: { 302: {}, 409: problem } },
    },
    '/v1/relay': {
      get: {
        operationId: 'relayGet',
        summary: 'Relay',
        responses: { 200: { content: { '*/*': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['big', 'small'], description: 'How large it is.' },
      Thing: {
        type: 'object',
        description: 'A thing.',
        required: ['kind', 'size'],
        properties: {
          kind: { $ref: '#/components/schemas/Kind' },
          size: { type: 'object', required: ['width'], properties: { width: { type: ['integer', 'null'] } } },
          notes: { type: 'object', additionalProperties: {}, description: 'Left out where there are none.' },
        },
      },
      ThingPage: {
        type: 'object',
        required: ['things', 'nextCursor'],
        properties: {
          things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          nextCursor: { type: ['string', 'null'] },
        },
      },
    },
    responses: { Conflict: { description: 'It is taken.' }, RareConflict: { description: 'Seldom.' } },
  },
};
const files = pythonFilesOf(document, { 'async_thing.py': 'async def thing() -> None: ...\n' });

it('models are TypedDicts that tell required fields from optional ones', () => {
  expect(files['models.py']).toContain(`
Kind: TypeAlias = Literal["big", "small"]
"""How large it is."""


class ThingSize(TypedDict):
    width: int | None


class _Thing(TypedDict):
    kind: Kind
    size: ThingSize


class Thing(_Thing, total=False):
    """A thing."""

    notes: Mapping[str, Any]
    """Left out where there are none."""


class ThingPage(TypedDict):
    things: list[Thing]
    nextCursor: str | None
`);
});

it('an operation is a method with the path by position and the query by keyword', () => {
  expect(files['operations.py']).toContain(
    'LIST_THINGS: Operation[models.ThingPage] = Operation("GET", "/v1/things/{shelfId}")\n',
  );
  expect(files['sync_operations.py']).toContain(`
    def list_things(
        self,
        shelf_id: str,
        *,
        kind: models.Kind | None = None,
        from_: datetime | str | None = None,
        cursor: str | None = None,
        timeout: Timeout = None,
    ) -> models.ThingPage:
        """List the things of a shelf."""
        return self._call(
            operations.LIST_THINGS,
            shelf_id,
            query={"kind": kind, "from": from_, "cursor": cursor},
            timeout=timeout,
        )
`);
  expect(files['async_operations.py']).toContain(`
    async def clear_shelf(self, shelf_id: str, *, timeout: Timeout = None) -> None:
        """Clear a shelf."""
        await self._call(operations.CLEAR_SHELF, shelf_id, timeout=timeout)
`);
});

it('a creation takes an Idempotency-Key and can be repeated', () => {
  expect(files['operations.py']).toContain('Operation("POST", "/v1/things/{shelfId}", creates=True)');
  expect(files['sync_operations.py']).toContain('idempotency_key: str | None = None');
});

it('an operation with pages also has a method that yields their items', () => {
  expect(files['async_operations.py']).toContain(') -> AsyncIterator[models.Thing]:');
  expect(files['sync_operations.py']).toContain(`
        cursor: str | None = None
        while True:
            page = self.list_things(shelf_id, kind=kind, from_=from_, cursor=cursor, timeout=timeout)
            yield from page["things"]
            cursor = following(cursor, page["nextCursor"])
            if cursor is None:
                return
`);
});

it('operations that redirect or relay have no method', () => {
  expect(files['operations.py']).not.toMatch(/OPEN_SHOP|RELAY_GET/);
});

it('a status has one class, named after the answer that most operations have', () => {
  expect(files['problems.py']).toContain(
    'class Conflict(PatchbayError, status=409):\n    """It is taken."""\n',
  );
  expect(files['problems.py']).not.toContain('RareConflict');
});

it('the sync version of an async file has the words of plain Python', () => {
  expect(files['sync_thing.py']).toMatch(/^def thing\(\) -> None: \.\.\.$/m);
  const lines = {
    'from patchbay.async_send import AsyncSender': 'from patchbay.generated.sync_send import Sender',
    'from patchbay.generated.async_operations import AsyncOperations':
      'from patchbay.generated.sync_operations import Operations',
    'from collections.abc import AsyncIterator, Awaitable, Callable':
      'from collections.abc import Iterator, Callable',
    'send: Callable[[], Awaitable[httpx.Response]]': 'send: Callable[[], httpx.Response]',
    'async with self.stream() as answer:': 'with self.stream() as answer:',
    'await answer.aread()': 'answer.read()',
    'await asyncio.sleep(delay)': 'time.sleep(delay)',
    '@asynccontextmanager': '@contextmanager',
    'class _AsyncTransport(httpx.AsyncBaseTransport):': 'class _Transport(httpx.BaseTransport):',
    'async def handle_async_request(self)': 'def handle_request(self)',
    'async def __aenter__(self)': 'def __enter__(self)',
  };
  for (const [line, plain] of Object.entries(lines)) expect(syncVersionOf(line).split('\n')).toContain(plain);
});
