import { startApplication } from '../backend/main.ts';
import { logFailureAndExit } from '../backend/operator-log.ts';
import { buildPanelIfChanged } from './build-panel.ts';
import { loadEnv } from './load-env.ts';

const PARENT_CHECK_MS = 250;

/** `npm start`: builds the panel if it is missing or older than its sources, then serves it. */
loadEnv();
stopWithNpm();
buildPanelIfChanged()
  .then(() => startApplication())
  .catch(logFailureAndExit);

/**
 * Ends the server together with npm. npm signals only the shell that runs this script, and the shell ends without
 * signalling the script. The script therefore watches for a new parent process. (On Windows, the parent id does not
 * change: users end the server by closing the window.) Without npm, the server continues when its shell ends.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}
