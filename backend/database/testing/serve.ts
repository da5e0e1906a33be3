import { start } from '../../main.ts';
import { failAndExit } from '../../operator-log.ts';

/** The backend as `npm start` runs it, without a panel, which tests of its life need not build first. */
start(async () => undefined).catch(failAndExit);
