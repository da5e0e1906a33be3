import { SECRET_TEXT } from '../records.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import type { User } from '../user.ts';
import { sendRawBytes, readStatuses } from '../send-raw.ts';
import type { AttackTarget } from '../attack-target.ts';

const ROUNDS = 12;

/** Sends requests of many users over the same connections: each response must belong to its own request. */
export const mixedRoles: Family = {
  name: 'mixed roles',
  async attack(world, holds) {
    const { backend, users } = world;
    const callers: [string, User | undefined, sees: boolean][] = [
      ['an Administrador', users.ana, true],
      ['an anonymous client', undefined, false],
      ['a login without a profile', users.davi, false],
      ['an Administrador', users.ana, true],
      ['a Colaborador', users.bruno, false],
      ['an ended session', users.ended, false],
    ];
    // Write all requests to one connection before the first response arrives.
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = [
        ...callers.slice(round % callers.length),
        ...callers.slice(0, round % callers.length),
      ];
      const text = order.map(([, user], index) => request(world, user, index === order.length - 1));
      const output = await sendRawBytes(backend.url, text.join(''), 4000);
      const responses = output.split(/HTTP\/1\.1 (?=\d{3} )/).slice(1);
      order.forEach(([who, , sees], index) => {
        const saw = responses[index]?.includes(SECRET_TEXT) ?? false;
        holds(
          `round ${round}: ${who} sees ${sees ? 'the banner' : 'nothing'}`,
          saw === sees,
          responses[index],
        );
      });
      holds(
        `round ${round}: as many responses as requests`,
        readStatuses(output).length === order.length,
      );
    }
    await requestTogether(world, callers, holds);
    await failBetween(world, holds);
  },
};

function request({ backend }: AttackTarget, user: User | undefined, isLast: boolean) {
  const bearer = user ? `Authorization: Bearer ${user.token}\r\n` : '';
  const end = isLast ? 'Connection: close\r\n' : '';
  return `GET /rest/v1/banners?select=titulo HTTP/1.1\r\nHost: a\r\napikey: ${backend.anonKey}\r\n${bearer}${end}\r\n`;
}

async function requestTogether(
  { as }: AttackTarget,
  callers: [string, User | undefined, boolean][],
  holds: AssertionRecorder,
) {
  const members = Array.from(
    { length: 300 },
    (_, index) => callers[index % callers.length] ?? callers[0],
  );
  const responses = await Promise.all(
    members.map(async (member) => {
      const { text } = await as(member?.[1])('GET', '/rest/v1/banners?select=titulo');
      return text.includes(SECRET_TEXT) === member?.[2];
    }),
  );
  holds('300 concurrent requests: each gets its own response', responses.every(Boolean));
}

/** Makes statements of an Administrador fail. Anonymous requests on the same connections must not inherit the role. */
async function failBetween({ as, users }: AttackTarget, holds: AssertionRecorder) {
  const failing = Array.from({ length: 40 }, () =>
    as(users.ana)('POST', '/rest/v1/categories', { body: { name: '' } }),
  );
  const requests = Array.from({ length: 40 }, () => as()('GET', '/rest/v1/banners?select=titulo'));
  const failed = await Promise.all(failing);
  holds(
    'the statements failed',
    failed.every(({ status }) => status === 400),
    failed[0]?.text,
  );
  const responses = await Promise.all(requests);
  holds(
    'after a failure no request inherits a role',
    responses.every(({ text }) => !text.includes(SECRET_TEXT)),
  );
}
