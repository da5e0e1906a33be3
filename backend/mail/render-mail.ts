import { readFile } from 'node:fs/promises';

const TEMPLATES = new URL('../../supabase/templates/', import.meta.url);
const PLACEHOLDER = /\{\{\s*\.(\w+)\s*\}\}/g;

/**
 * Renders a mail as HTML and as text. Of the hosted platform's template language, it supports only placeholders, for
 * example `{{ .Email }}`.
 * @throws when `values` has no value for a placeholder
 */
export async function renderMail(name: string, values: Record<string, string>) {
  const [html, text] = await Promise.all([read(`${name}.html`), read(`${name}.txt`)]);
  return { html: fillIn(html, values, escapeHtml), text: fillIn(text, values, (value) => value) };
}

function read(file: string) {
  return readFile(new URL(file, TEMPLATES), 'utf8');
}

function fillIn(
  template: string,
  values: Record<string, string>,
  escape: (value: string) => string,
) {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`The mail template asks for {{ .${name} }}, which is unknown.`);
    return escape(value);
  });
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string) {
  return value.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
