import { expect, it } from 'vitest';
import { setWordsLoader } from '#crud/words.ts';
import { renderPersonalDataPage } from './personal-data-page.ts';
import type { PersonalData } from './titular.queries.ts';

const at = '2026-05-04T12:00:00Z';
const data: PersonalData = {
  status: 'found',
  area: 'profiles',
  record_id: '7',
  at,
  record: { name: 'Quitéria' },
  plan: null,
  names: {},
  login: { email: 'q@v.exemplo', created_at: at, last_sign_in_at: null, sessions: [], factors: [] },
  views: [],
  history: [{ at, actor: null, kind: 'update', before: null, after: { name: 'Quitéria' } }],
  batches: [{ at, kind: 'sign_in', area: 'profiles' }],
  has_more: { history: false, batches: false },
};

it('says whether it has everything, or only the newest changes and actions', async () => {
  setWordsLoader(async () => ({}));
  const whole = await renderPersonalDataPage(data);
  expect(whole).toContain('Tudo o que a Vitrine tem sobre esta pessoa');
  expect(whole).not.toContain('mais novas');
  const cut = await renderPersonalDataPage({ ...data, has_more: { history: true, batches: true } });
  expect(cut).toContain('<p>O que a Vitrine tem sobre esta pessoa');
  expect(cut).toContain('As 1 alterações mais novas; as anteriores não estão nesta página.');
  expect(cut).toContain('As 1 ações mais novas; as anteriores não estão nesta página.');
});
