import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findComments } from './find-comments.ts';
import {
  findCommentProblems,
  describeExcessOffences,
  findOffences,
  lowerAllowedNumbers,
} from './problems.ts';

describe('the comments of a file', () => {
  it('are found beside code, and adjacent lines are one', () => {
    const code = `
/**
 * Returns a port.
 * It is free.
 */
const a = 1; // The first.
// The second
// goes on.
const b = 2;
return <p>{/* Not yet. */}</p>;`;
    expect(findComments(code, 'a.tsx')).toEqual([
      { line: 2, text: 'Returns a port. It is free.' },
      { line: 6, text: 'The first.' },
      { line: 7, text: 'The second goes on.' },
      { line: 10, text: 'Not yet.' },
    ]);
  });

  it.each([
    `const url = 'https://a.example';`,
    'const text = `// ${{ a: `/* ${b} */` }.a} // no`;',
    `const pattern = /https?:\\/\\//;`,
    `const mark = "\\"// no";`,
  ])('are not found in strings, templates and regular expressions: %s', (code) => {
    expect(findComments(`${code} // Yes.`, 'a.ts')).toEqual([{ line: 1, text: 'Yes.' }]);
  });

  it('follow two dashes in SQL, also in the body of a function', () => {
    const code = `select 'a -- no', 'it''s\n-- no'; -- Yes.\nas $$\n-- don't\nbegin end $$;`;
    expect(findComments(code, 'a.sql')).toEqual([
      { line: 2, text: 'Yes.' },
      { line: 4, text: "don't" },
    ]);
  });

  it('follow a hash in settings; a commented setting is none', () => {
    const code = '#!/bin/sh\n# One\n# two.\n## Three.\n# PORT=3000\n  # Four.\nA=1 # no';
    expect(findComments(code, '.env.example')).toEqual([
      { line: 2, text: 'One two.' },
      { line: 4, text: 'Three.' },
      { line: 6, text: 'Four.' },
    ]);
  });

  it('are the paragraphs, list items and cells of a document, without its code', () => {
    const text =
      '# Title\n\nOne\ntwo.\n- Three\n  four.\n- Five.\n\n    code\n\n```sh\ncode\n```\n| a | b |';
    expect(findComments(text, 'README.md').map((each) => each.text)).toEqual([
      'Title',
      'One two.',
      'Three four.',
      'Five.',
      'a',
      'b',
    ]);
  });
});

describe('a comment', () => {
  it.each([
    'What a list shows.',
    'Whoever asks.',
    'nobody waits',
    'Those that came.',
    'Such rows.',
    'The code that somebody sends.',
  ])('without a clear subject is refused: %s', (text) =>
    expect(findOffences(`// ${text}`, 'a.ts')).toHaveLength(1),
  );

  it.each(['A stranger may read.', 'The knocks of a host.', 'Sealed with a key.'])(
    'with a metaphor is refused: %s',
    (text) => expect(findOffences(`/* ${text} */`, 'a.ts')).toHaveLength(1),
  );

  it.each(['Whole rows.', 'The rows of those users.', 'Whatsoever', 'Silent mode.'])(
    'in plain words passes: %s',
    (text) => expect(findOffences(`// ${text}`, 'a.ts')).toEqual([]),
  );
});

it('the comments of the files in the root of the project are checked, too', async () => {
  const project = await mkdtemp(join(tmpdir(), 'vitrine-comments-'));
  onTestFinished(() => rm(project, { recursive: true }));
  const paths = ['.size-limit.ts', 'vite.config.ts', '.env.example', 'Containerfile'];
  await mkdir(join(project, 'scripts/comments'), { recursive: true });
  await writeFile(join(project, 'scripts/comments/allowed.json'), '{}');
  for (const path of paths)
    await writeFile(join(project, path), path.endsWith('.ts') ? '// Who.' : '# Who.');
  const problems = await findCommentProblems(project);
  for (const path of paths)
    expect(problems).toContain(`${path} has 1 of them, at most 0 are allowed:`);
});

describe('the record of allowed offences', () => {
  const offences = findOffences('// Who.\n\nlet a; // What.', 'a.ts');

  it('refuses a file with more offences than are recorded, and lists each one', () => {
    expect(describeExcessOffences(offences, { 'a.ts': 2 })).toEqual([]);
    expect(describeExcessOffences(offences, { 'a.ts': 1 })).toEqual([
      'a.ts has 2 of them, at most 1 are allowed:',
      '  a.ts:1: Who.',
      '  a.ts:3: What.',
    ]);
    expect(describeExcessOffences(offences, { 'b.ts': 2 })).toHaveLength(3);
  });

  it('can only decrease', () => {
    expect(lowerAllowedNumbers(offences, { 'b.ts': 1, 'a.ts': 3 })).toEqual({ 'a.ts': 2 });
    expect(lowerAllowedNumbers(offences, { 'a.ts': 1 })).toEqual({ 'a.ts': 1 });
  });
});
