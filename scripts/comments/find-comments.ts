/**
 * A comment, or adjacent line comments that have no code before them. `line` is the number of the first line, from 1.
 */
export type Comment = { line: number; text: string };

/** Returns the texts of a file's comments, or of a document's paragraphs, list items and table cells. */
export function findComments(code: string, path: string): Comment[] {
  if (path.endsWith('.md')) return findParagraphs(code);
  return /\.(tsx?|mjs|css|sql)$/.test(path) ? findInCode(code, path) : findAfterHashes(code);
}

/** Returns the texts outside of code blocks. All lines of a paragraph or list item are one text. */
function findParagraphs(text: string): Comment[] {
  const found: Comment[] = [];
  let isCode = false;
  let open: Comment | undefined;
  for (const [index, each] of text.split('\n').entries()) {
    if (each.startsWith('```')) isCode = !isCode;
    const content = /^\s*(?:[-*>#]+ |\d+\. )?(.*)$/.exec(each)?.[1] ?? '';
    const isStart = content.length < each.trimStart().length;
    if (isCode || each.startsWith('```') || each.startsWith('    ') || !content) open = undefined;
    else if (content.startsWith('|')) {
      for (const cell of content.split('|').map((words) => words.trim()))
        if (cell) found.push({ line: index + 1, text: cell });
      open = undefined;
    } else if (open && !isStart) open.text += ` ${content}`;
    else {
      open = { line: index + 1, text: content };
      found.push(open);
    }
  }
  return found;
}

/**
 * Returns the comments that begin with `#`. Adjacent lines with the same number of `#` are one comment. A line that
 * sets a variable, like '# PORT=3000', is not a comment.
 */
function findAfterHashes(text: string): Comment[] {
  const found: (Comment & { mark: string })[] = [];
  let open: (typeof found)[number] | undefined;
  for (const [index, each] of text.split('\n').entries()) {
    const [, mark = '', content = ''] = /^\s*(#+)(?!!) ?(.*)$/.exec(each) ?? [];
    const isComment = mark !== '' && !/^\w+=/.test(content);
    if (!isComment) open = undefined;
    else if (open?.mark === mark) open.text += ` ${content}`;
    else {
      open = { line: index + 1, text: content, mark };
      found.push(open);
    }
  }
  return found.map(({ line, text: content }) => ({ line, text: content }));
}

/**
 * Returns the comments of a TypeScript, JavaScript, CSS or SQL file. Skips strings and templates. Limit: a quotation
 * mark in a regular expression or in JSX text counts as the start of a string, which ends at the latest with the line.
 */
function findInCode(code: string, path: string): Comment[] {
  const isSql = path.endsWith('.sql');
  const lineMark = isSql ? '--' : '//';
  const found: (Comment & { last?: number })[] = [];
  /** For each open template: the number of open braces in its current `${…}`. */
  const templates: number[] = [];
  let line = 1;
  let at = 0;
  const skipTo = (end: number) => {
    line += code.slice(at, end).split('\n').length - 1;
    at = end;
  };
  const endOf = (mark: string, from: number) => {
    const end = code.indexOf(mark, from);
    return end < 0 ? code.length : end;
  };
  while (at < code.length) {
    const char = code[at] ?? '';
    if (code.startsWith(lineMark, at) && !path.endsWith('.css')) {
      const end = endOf('\n', at);
      const text = code.slice(at + 2, end).trim();
      const before = found.at(-1);
      const isAlone = code.slice(code.lastIndexOf('\n', at) + 1, at).trim() === '';
      if (isAlone && before?.last === line - 1) {
        before.text += ` ${text}`;
        before.last = line;
      } else found.push({ line, text, ...(isAlone && { last: line }) });
      skipTo(end);
    } else if (code.startsWith('/*', at)) {
      const end = endOf('*/', at + 2);
      const text = code.slice(at + 2, end).replaceAll(/^[ \t]*\*+/gm, '');
      found.push({ line, text: text.replaceAll(/\s+/g, ' ').replace(/^\*/, '').trim() });
      skipTo(end + 2);
    } else if (char === "'" || (char === '"' && !isSql)) {
      skipTo(endOfString(code, at, char, isSql));
    } else if (!isSql && (char === '`' || (char === '}' && templates.at(-1) === 0))) {
      if (char === '}') templates.pop();
      const end = endOfTemplate(code, at + 1);
      if (code[end - 1] === '{') templates.push(0);
      skipTo(end);
    } else {
      const open = templates.length - 1;
      if (char === '{' && open >= 0) templates[open] = (templates[open] ?? 0) + 1;
      if (char === '}' && open >= 0) templates[open] = (templates[open] ?? 0) - 1;
      // Skip the character after a backslash: outside of strings, a backslash is in a regular expression.
      skipTo(at + (char === '\\' && !isSql ? 2 : 1));
    }
  }
  return found.map(({ line: first, text }) => ({ line: first, text }));
}

/** Returns the position after the closing quotation mark. Only strings of SQL continue in the next line. */
function endOfString(code: string, start: number, mark: string, isSql: boolean): number {
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === mark) return at + 1;
    if (!isSql && code[at] === '\n') return at;
    if (!isSql && code[at] === '\\') at += 1;
  }
  return code.length;
}

/** Returns the position after the closing backtick, or after the next `${`. */
function endOfTemplate(code: string, start: number): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '`') return at + 1;
    if (code.startsWith('${', at)) return at + 2;
    if (code[at] === '\\') at += 1;
  }
  return code.length;
}
