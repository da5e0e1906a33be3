import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

const FILE = new URL('./results.md', import.meta.url);
const HEADING = /^(?=## )/m;

/** Writes a section of results.md, and prints it. Replaces the section with the same title, or appends a new one. */
export async function writeResultsSection(title: string, text: string, [load = 0]: number[]) {
  const when = new Date().toISOString().slice(0, 10);
  const part = `## ${title}

${when}: ${availableParallelism()} cores, Node ${process.versions.node}, load average of the minute before ${load.toFixed(1)}.

${text}`;
  const [opening = '', ...parts] = (await readFile(FILE, 'utf8')).split(HEADING);
  const place = parts.findIndex((old) => old.startsWith(`## ${title}\n`));
  if (place < 0) parts.push(part);
  else parts[place] = part;
  const written = [opening, ...parts].map((old) => old.trimEnd()).join('\n\n');
  await writeFile(FILE, `${written}\n`);
  console.log(part);
}
