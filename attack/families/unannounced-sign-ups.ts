import type { Family, AssertionRecorder } from '../family.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Tries to sign up with e-mails that no Administrador has announced (`announce_user`), or without a valid code. */
export const unannouncedSignUps: Family = {
  name: 'unannounced sign-ups',
  async attack(world, holds) {
    const { as, users, sql } = world;
    const call = (body: object) =>
      as()('POST', '/auth/v1/signup', { body: { password: 'do-atacante', ...body } });
    const invalid: [string, object][] = [
      ['was not announced', { email: 'a@b.test' }],
      ['claims to be Administrador', { email: 'a@b.test', data: { role: 'Administrador' } }],
      ['invents a code', { email: 'a@b.test', data: { announcement: crypto.randomUUID() } }],
      ['has a phone', { phone: '+5511900000000' }],
      ['has nothing', {}],
      ['has two lines', { email: 'a@b.test\r\nBcc: c@d.test' }],
      ['is a list', { email: ['a@b.test'] }],
      ['is two e-mails', { email: 'a@b.test,c@d.test' }],
      ['has a name', { email: '"x" <a@b.test>' }],
      ['has NUL', { email: 'a\0@b.test' }],
      ['is in Unicode', { email: 'аna@vitrine.exemplo' }],
    ];
    for (const [what, body] of invalid) {
      const response = await call(body);
      holds(
        `an e-mail that ${what} is refused`,
        response.status >= 400 && response.status < 500,
        response.text,
      );
    }
    for (let round = 0; round < 3; round += 1)
      await race(world, holds, `corrida${round}@vitrine.exemplo`);
    await sql('delete from private.announced_users');
    const login = await sql(`select from auth.users where email in ('a@b.test', 'c@d.test')`);
    holds('no login was created', login.length === 0);
    const other = await as(users.bruno)('POST', '/auth/v1/admin/users', {
      body: { email: 'a@b.test' },
    });
    holds('there are no admin endpoints', other.status === 404, other.text);
  },
};

/** Signs up repeatedly as an anonymous client that guessed an e-mail, while an Administrador announces that e-mail. */
async function race({ as, users }: AttackTarget, holds: AssertionRecorder, email: string) {
  const over = new AbortController();
  let stolen = 0;
  const attackers = Array.from({ length: 4 }, async () => {
    for (let tries = 0; tries < 400 && !over.signal.aborted; tries += 1) {
      const response = await as()('POST', '/auth/v1/signup', {
        body: { email, password: 'do-atacante' },
      });
      if (response.status === 200) stolen += 1;
    }
  });
  const { json: announcement } = await as(users.ana)('POST', '/rest/v1/rpc/announce_user', {
    body: { email },
  });
  const data = { announcement };
  const announced = await as()('POST', '/auth/v1/signup', {
    body: { email, password: 'da-administradora', data },
  });
  over.abort();
  await Promise.all(attackers);
  holds(
    'the announced login is the one of the Administrador',
    announced.status === 200,
    announced.text,
  );
  holds('an anonymous client that guessed the e-mail gets nothing', stolen === 0, stolen);
}
