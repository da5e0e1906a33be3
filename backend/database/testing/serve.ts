import { start } from '../../main.ts';
import { logFailureAndExit } from '../../operator-log.ts';

/** Runs the backend of `npm start` without a panel, so that tests need no build. */
start(async () => undefined).catch(logFailureAndExit);
