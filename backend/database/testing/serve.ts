import { startApplication } from '../../main.ts';
import { logFailureAndExit } from '../../operator-log.ts';

/** Runs the backend of `npm start` without a panel, so that tests need no build. */
startApplication(async () => undefined).catch(logFailureAndExit);
