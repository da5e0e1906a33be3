import { RestError } from './errors.ts';
import type { ReadPlan } from './plan.ts';

/** The plan at the end of a path of output names. @throws RestError PGRST108 */
export function locate(root: ReadPlan, path: string[]) {
  return path.reduce((plan, name) => {
    const embed = plan.embeds.find((candidate) => candidate.name === name);
    if (embed === undefined) throw notEmbedded(name);
    return embed.plan;
  }, root);
}

export function notEmbedded(name: string) {
  return new RestError(
    400,
    'PGRST108',
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );
}
