import { start } from '../../main.ts';
import { failAndExit } from '../../operator-log.ts';

/** Runs the backend of `npm start` without a panel, so that tests need no build. */
start(async () => undefined).catch(failAndExit);
