import { expect, type Locator } from '@playwright/test';
import { makePicture } from './pictures.ts';

// Functions that fill in the form of any area.

/** Changes each field that matches the CSS selector `which`; for pictures, chooses files. Returns the fields' names. */
export async function changeAllFields(form: Locator, which = fields): Promise<string[]> {
  const names: string[] = [];
  // Wait for the options of all selects.
  await expect(form.locator('option', { hasText: 'Carregando...' })).toHaveCount(0);
  for (const [index, field] of (await form.locator(which).all()).entries()) {
    const { options, ...shown } = await readField(field);
    const { name, type, value } = shown;
    const typed = options.find((option) => option && option !== value) ?? otherValue(shown, index);
    if (type === 'file') await field.setInputFiles(makePicture(`${index}.png`, [index, 9, 9]));
    else if (options.length > 0) await field.selectOption(typed);
    else await field.fill(typed);
    if (type !== 'file') await expect(field).not.toHaveValue(value);
    names.push(name);
  }
  await expect(form.getByText('Enviando')).toHaveCount(0);
  return names;
}

/** Empties each optional field that can be empty, and removes the pictures. Returns the names of the emptied fields. */
export async function emptyOptionalFields(form: Locator): Promise<string[]> {
  const names: string[] = [];
  for (const field of await form.locator(`${fields}:not([required], [type=file])`).all()) {
    const { name, type, value, options } = await readField(field);
    // Skip selects, numbers and colours: they always have a value.
    if (options.length > 0 || type === 'number' || value.startsWith('#')) continue;
    await field.fill('');
    names.push(name);
  }
  const remove = form.getByRole('button', { name: /^Remover/ });
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  return names;
}

/** Clicks 'Salvar'. If fields are then invalid, fills them in and clicks 'Salvar' again. */
export async function saveForm(form: Locator) {
  const wrong = form.locator('[aria-invalid=true]');
  await form.getByRole('button', { name: 'Salvar', exact: true }).click();
  // List the ids first: a field that is filled in no longer matches `wrong`.
  const ids = await wrong.evaluateAll((nodes) => nodes.map(({ id }) => id));
  for (const id of ids) {
    const field = form.locator(`[id="${id}"]`);
    await field.fill(otherValue(await readField(field), 0));
  }
  if (ids.length > 0) await form.getByRole('button', { name: 'Salvar', exact: true }).click();
}

const fields =
  ':is(input, select, textarea):not([readonly], [disabled], [type=color], [type=checkbox], [name=cnpj])';

type Field = Record<'name' | 'type' | 'inputMode' | 'value', string>;

function readField(field: Locator) {
  return field.evaluate((node) => {
    // A cast: the elements that `fields` selects all have these properties.
    const { name, type, inputMode, value } = node as HTMLInputElement;
    const options =
      node instanceof HTMLSelectElement ? Array.from(node.options, (one) => one.value) : [];
    return { name: name || (node.id ?? ''), type, inputMode, value, options };
  });
}

/** Returns a valid value for a field, different from the current `value` of the field. */
function otherValue({ name, type, inputMode, value }: Field, index: number): string {
  const own: Record<string, string> = {
    estado: 'RJ',
    cep: '90850-110',
    numero: '77',
    instagram: '@linha.nova',
  };
  if (own[name]) return own[name];
  if (inputMode === 'decimal') return value ? `${value.split(',')[0]},9${index % 10}` : '9,90';
  if (/^#[0-9a-f]{6}$/i.test(value)) return '#123456';
  if (type === 'email') return 'nova@linha.exemplo';
  if (type === 'tel' || name === 'phone') return '(21) 99876-5432';
  if (type === 'url' || name === 'video_embed') return `https://linha.exemplo/${index}`;
  if (type === 'datetime-local') return `2026-11-01T10:${10 + index}`;
  if (type === 'number') return String(Number(value) + 1);
  return `${value} nova`.trim();
}
