import { start } from '../backend/main.ts';
import { failAndExit } from '../backend/operator-log.ts';
import { buildPanelIfChanged } from './build-panel.ts';
import { loadEnv } from './load-env.ts';

const PARENT_CHECK_MS = 250;

/** `npm start`: builds the panel when it is missing or older than its sources, then serves it. */
loadEnv();
stopWithNpm();
buildPanelIfChanged()
  .then(() => start())
  .catch(failAndExit);

/**
 * Whoever ends npm means the server. npm tells the shell that it runs this in, which ends without a
 * word to its child: the only sign is another parent. (Windows gives none; there a window is closed.)
 * Started without npm, the server may well outlive the shell that it was typed into.
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
