import { explainAndExit, start } from '../backend/main.ts';
import { buildPanelIfChanged } from './build-panel.ts';
import { loadEnv } from './load-env.ts';

/** `npm start`: builds the panel when it is missing or older than its sources, then serves it. */
loadEnv();
buildPanelIfChanged()
  .then(() => start())
  .catch(explainAndExit);
