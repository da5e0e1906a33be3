/** The severity of a finding of `npm run doctor`. */
export type FindingLevel = 'certo' | 'não verificado' | 'atenção' | 'falha';

/** One result of `npm run doctor`: the subject, the severity, the fact and, for a problem, the advice. */
export type Finding = {
  check: string;
  level: FindingLevel;
  found: string;
  advice?: string | undefined;
};

/** The exit code of each severity, as Nagios and compatible monitoring systems define them. */
const EXIT_CODES: Record<FindingLevel, number> = {
  certo: 0,
  'não verificado': 0,
  atenção: 1,
  falha: 2,
};

export function createPassedFinding(check: string, found: string): Finding {
  return { check, level: 'certo', found };
}

export function createProblemFinding(
  check: string,
  level: Exclude<FindingLevel, 'certo'>,
  found: string,
  advice: string,
): Finding {
  return { check, level, found, advice };
}

/** Runs a check. If it throws, the finding is 'falha' with the error's message. */
export async function runCheck(
  check: string,
  advice: string,
  work: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    const found = await work();
    return Array.isArray(found) ? found : [found];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [createProblemFinding(check, 'falha', reason, advice)];
  }
}

export function chooseExitCode(findings: Finding[]) {
  return Math.max(0, ...findings.map(({ level }) => EXIT_CODES[level]));
}

/** Formats the findings: one line each, with its advice below, and a last line with the number of each severity. */
export function formatFindings(findings: Finding[]) {
  const width = Math.max(...findings.map(({ level }) => level.length));
  const lines = findings.flatMap(({ check, level, found, advice }) => [
    `${level.padEnd(width)}  ${check}: ${found}`,
    ...(advice ? [`${' '.repeat(width)}  → ${advice}`] : []),
  ]);
  const count = (level: FindingLevel) => findings.filter((each) => each.level === level).length;
  return [
    ...lines,
    '',
    `${count('certo')} certo, ${count('atenção')} atenção, ${count('falha')} falha, ${count('não verificado')} não verificado`,
  ].join('\n');
}
