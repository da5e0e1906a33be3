/** A report that prints each result at once and collects the problems. A problem makes the run fail. */
export type ChaosReport = {
  line(text: string): void;
  problem(text: string): void;
  /** Reports each loss as a problem, at most 20. */
  losses(when: string, losses: string[]): void;
  /** Prints the median and the longest of the times. A time above the limit is a problem. */
  times(what: string, milliseconds: number[], limit: number): void;
  problems(): string[];
};

export function createChaosReport(print: (text: string) => void = console.log): ChaosReport {
  const problems: string[] = [];
  const report: ChaosReport = {
    line: print,
    problem(text) {
      problems.push(text);
      print(`FAILED ${text}`);
    },
    losses(when, losses) {
      for (const loss of losses.slice(0, 20)) report.problem(`lost after ${when}: ${loss}`);
    },
    times(what, milliseconds, limit) {
      const sorted = milliseconds.toSorted((a, b) => a - b);
      const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
      const longest = sorted.at(-1) ?? 0;
      print(`${what} median ${median} ms, longest ${longest} ms (limit ${limit} ms)`);
      if (longest > limit) report.problem(`${what}: ${longest} ms`);
    },
    problems: () => problems,
  };
  return report;
}
