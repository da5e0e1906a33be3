import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRestTestServer, type RestTestServer } from './testing/rest-test-server.ts';

let world: RestTestServer;
beforeAll(async () => {
  world = await startRestTestServer();
}, 60_000);
afterAll(() => world.stop());

const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join();

/** Requests that PostgREST supports and this server refuses, each with a part of the error that names the feature. */
const REFUSED: [request: string, name: string][] = [
  ['/notes?select=extra->k', 'JSON paths'],
  ['/notes?select=id&extra->>k=eq.1', 'JSON paths'],
  ['/notes?order=extra->k', 'JSON paths'],
  ['/notes?or=(extra->>k.eq.1)', 'JSON paths'],
  ['/notes?select=id::text', 'Casts'],
  ['/notes?body=match.x', "'match'"],
  ['/notes?body=imatch.x', "'imatch'"],
  ['/notes?body=isdistinct.x', "'isdistinct'"],
  ...'cs cd ov sl sr nxr nxl adj fts plfts phfts wfts'
    .split(' ')
    .map((operator): [string, string] => [`/notes?body=${operator}.x`, `'${operator}'`]),
  ['/notes?body=like(any).{x}', "'like(any)'"],
  ['/notes?body=eq(all).{x}', "'eq(all)'"],
  ['/notes?body=wfts(simple).x', "'wfts(simple)'"],
  ['/notes?or=(body.match.x,id.eq.1)', "'match'"],
  ['/notes?or=(id.eq.1,and(id.eq.2,id.eq.3))', 'Groups of filters inside others'],
  ['/notes?or=(id.eq.1,not.or(id.eq.2))', 'Groups of filters inside others'],
  ['/notes?select=...folders!notes_folder(name)', 'Spread resources'],
  ['/notes?select=folders!notes_folder(name,folders(id))', 'one level deep'],
  ['/notes?select=folders!notes_folder!inner(name)', "'!inner'"],
  ['/notes?select=folders!inner(name)', "'!inner'"],
  ['/notes?select=id,folders!notes_folder()', 'nothing is selected'],
  ['/notes?select=id,siblings(id)', "'siblings', a function as a relation"],
  ['/notes?select=id,heading', "'heading', a function as a column"],
  ['/notes?select=folders!left(name)', "'!left'"],
  ['/notes?select=notes_folder(name)', "'notes_folder' names a foreign key"],
  ['/notes?select=folder_id(name)', "'folder_id' names a foreign key"],
  ['/folders?select=id,notes!notes_folder(id)&notes=is.null', "whether there is a 'notes'"],
  ['/folders?select=id,notes!notes_folder(id)&notes.limit=1', "'limit' of an embedded resource"],
  ['/folders?select=id,notes!notes_folder(id)&notes.offset=1', "'offset' of an embedded resource"],
  ['/folders?select=id,notes!notes_folder(id)&notes.or=(id.eq.1)', "'or' of an embedded resource"],
  ['/folders?select=id,notes!notes_folder(id)&notes.id=gt.1', 'one filter, of equality'],
  ['/folders?select=id,notes!notes_folder(id)&notes.id=not.eq.1', 'one filter, of equality'],
  ['/folders?select=id,notes!notes_folder(id)&notes.id=eq.1&notes.id=eq.2', 'one filter'],
  ['/folders?select=id,notes!notes_folder(id)&notes.folders.id=eq.1', 'one level deep'],
  ['/notes?select=id,folders!notes_folder(name)&order=folders(name)', 'Ordering by an embedded'],
  ['/note_view?select=id,folders(name)', "'note_view', a view"],
  ['/folders?select=id,note_view(code)', "'note_view', a view"],
  ['/photos?select=id,moods(id)', "'photo_moods' between"],
  ['/painted', "'painted' has columns of a domain with casts"],
  ['/notes?select=id,id', "'id' is selected twice"],
  ['/notes?select=id,other:id', "'id' is selected twice"],
  ['/notes?select=*,code', "'code' is selected twice"],
  ['/notes?select=x:code,x:body', "'x' is selected twice"],
  ['/folders?select=id,notes!notes_folder(code,x:code)', "'code' is selected twice"],
  ['/folders?select=a:notes!notes_folder(id),b:notes!notes_folder(id)', 'selected twice'],
  [
    '/notes?select=folders!notes_folder(id),folders!notes_archive(id)',
    "'folders' is selected twice",
  ],
  ['/notes?columns=id', "'columns'"],
  ['/notes?on_conflict=id', "'on_conflict'"],
  ['/notes?select=id&select=code', "'select' is given twice"],
  ['/notes?limit=1&limit=2', "'limit' is given twice"],
  ['/folders?select=id,notes!notes_folder(id)&notes.order=id&notes.order=code', 'given twice'],
  ['/folders?select=id,notes!notes_folder(id)&notes.order=id&"notes".order=code', 'given twice'],
  ['/notes?limit=1& limit=2', "'limit' is given twice"],
  [`/notes?select=${many(101, (index) => `c${index}`)}`, 'at most 100 items'],
  [`/notes?select=${many(6, (index) => `e${index}(id)`)}`, 'at most 5 resources'],
  [`/notes?order=${many(11, () => 'id')}`, 'at most 10 terms'],
  [`/notes?id=in.(${many(1001, () => '1')})`, 'at most 1000 values'],
  ['/rpc/notes_of?folder=1&select=code', "'select' asks about the rows"],
  ['/rpc/notes_of?folder=1&order=code', "'order' asks about the rows"],
  ['/rpc/notes_of?folder=1&limit=1', "'limit' asks about the rows"],
  ['/rpc/notes_of?folder=1&code=eq.a', "'code' asks about the rows"],
  ['/rpc/notes_of?folder=eq.1', "'folder' asks about the rows"],
  ['/rpc/notes_of?folder=1&folder=2', 'given twice'],
  ['/rpc/any_record', 'A function that returns record'],
  ['/rpc/a_word', 'A function that returns a domain'],
  ['/rpc/several?list={1}', 'A variadic function'],
];

it.each(REFUSED)('refuses %s with its name in the message', async (request, name) => {
  const response = await world.request(encodeURI(request));
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: expect.stringContaining(name),
      hint: null,
    },
  ]);
});

it.each([
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
  'return=headers-only',
  'handling=strict',
  'max-affected=1',
  'timezone=UTC',
  'tx=rollback',
])(
  'refuses the preference %s with its name in the message, and changes nothing',
  async (prefer) => {
    const read = await world.request('/notes', { headers: { prefer } });
    const write = await world.send(
      'POST',
      '/notes',
      { code: 'z' },
      { prefer: `count=exact, ${prefer}` },
    );
    for (const response of [read, write])
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'PGRST127', details: expect.stringContaining(prefer) }),
      ]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois', 'c:null']);
  },
);

describe('a change', () => {
  it.each([
    ['POST', '/notes?id=eq.1', 'Filters on an insert'],
    ['POST', '/notes?limit=1', 'limit and offset'],
    ['POST', '/notes?on_conflict=code', "'on_conflict'"],
    ['POST', '/notes?order=code', 'order'],
    ['PATCH', '/notes?code=eq.a&columns=body', "'columns'"],
    ['PATCH', '/notes?code=eq.a&offset=0', 'limit and offset'],
    ['DELETE', '/notes?code=eq.a&order=code', 'order'],
    ['POST', '/rpc/write_notes?select=code', 'Parameters in the URL'],
    ['POST', '/rpc/whole', 'A function with an unnamed parameter'],
  ])('refuses %s %s', async (method, path, name) => {
    const response = await world.send(method, path, { code: 'z' });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST127', details: expect.stringContaining(name) }),
    ]);
    expect(await world.notes()).toEqual(['a:um', 'b:dois', 'c:null']);
  });

  it('refuses a count of a function', async () => {
    const { status, error } = await world.service.rpc('pairs', {}, { count: 'exact' });
    expect([status, error?.details]).toEqual([400, 'A count is not supported here.']);
  });
});

it.each([
  'text/csv',
  'application/geo+json',
  'text/unknowntype',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'application/vnd.pgrst.plan+json',
])('refuses the media type %s', async (accept) => {
  for (const given of [accept, `${accept}, application/json;q=0.5`]) {
    const response = await world.request('/notes', { headers: { accept: given } });
    // The server skips a type that PostgREST does not know, and uses the next type of the header.
    const isUnknown = accept === 'text/unknowntype' && given !== accept;
    expect(response.status).toBe(isUnknown ? 200 : 406);
    if (!isUnknown) expect(await response.json()).toMatchObject({ code: 'PGRST107' });
  }
});

it.each(['PUT', 'OPTIONS'])('refuses the method %s', async (method) => {
  const response = await world.request('/notes?id=eq.1', { method });
  expect([response.status, await response.json()]).toEqual([
    405,
    expect.objectContaining({ code: 'PGRST117' }),
  ]);
});

it('refuses a response that a function raises for PostgREST', async () => {
  const { status, error } = await world.service.rpc('raise_response');
  expect([status, error?.code, error?.details]).toEqual([
    500,
    'PGRST127',
    "RAISE SQLSTATE 'PGRST' is not supported.",
  ]);
});
