import { explainAndExit, start } from '../backend/main.ts';
import { buildPanelIfChanged } from './build-panel.ts';

/** `npm start`: builds the panel when it is missing or older than its sources, then serves it. */
buildPanelIfChanged()
  .then(() => start())
  .catch(explainAndExit);
