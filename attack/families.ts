import { invalidSessions } from './families/invalid-sessions.ts';
import { privateFiles } from './families/private-files.ts';
import { slowRequests } from './families/slow-requests.ts';
import { costlyUploads } from './families/costly-uploads.ts';
import { requestFloods } from './families/request-floods.ts';
import { disguisedFiles } from './families/disguised-files.ts';
import { eventFloods } from './families/event-floods.ts';
import { resourceExhaustion } from './families/resource-exhaustion.ts';
import { foreignBulkChanges } from './families/foreign-bulk-changes.ts';
import { foreignFiles } from './families/foreign-files.ts';
import { foreignImports } from './families/foreign-imports.ts';
import { foreignViews } from './families/foreign-views.ts';
import { forgedTokens } from './families/forged-tokens.ts';
import { growingFiles } from './families/growing-files.ts';
import { passwordGuessing } from './families/password-guessing.ts';
import { hiddenSchemas } from './families/hidden-schemas.ts';
import { sqlInjection } from './families/sql-injection.ts';
import { mailsAndLinks } from './families/mails-and-links.ts';
import { massAssignment } from './families/mass-assignment.ts';
import { urlSpellings } from './families/url-spellings.ts';
import { mixedRoles } from './families/mixed-roles.ts';
import { oversizedText } from './families/oversized-text.ts';
import { pagePolicy } from './families/page-policy.ts';
import { hiddenCatalogueRows } from './families/hidden-catalogue-rows.ts';
import { unfairLoad } from './families/unfair-load.ts';
import { unannouncedSignUps } from './families/unannounced-sign-ups.ts';
import { idleConnections } from './families/idle-connections.ts';
import { slowSenders } from './families/slow-senders.ts';
import { slowUploads } from './families/slow-uploads.ts';
import { requestSmuggling } from './families/request-smuggling.ts';
import { stoppedDatabase } from './families/stopped-database.ts';
import { storedScripts } from './families/stored-scripts.ts';
import { secretLeaks } from './families/secret-leaks.ts';

/** All families, in the order of the report. */
export const families = [
  forgedTokens,
  invalidSessions,
  eventFloods,
  massAssignment,
  hiddenSchemas,
  sqlInjection,
  mixedRoles,
  requestSmuggling,
  disguisedFiles,
  foreignFiles,
  foreignImports,
  foreignBulkChanges,
  foreignViews,
  hiddenCatalogueRows,
  privateFiles,
  urlSpellings,
  oversizedText,
  resourceExhaustion,
  unfairLoad,
  slowRequests,
  costlyUploads,
  growingFiles,
  requestFloods,
  stoppedDatabase,
  passwordGuessing,
  unannouncedSignUps,
  mailsAndLinks,
  secretLeaks,
  storedScripts,
  pagePolicy,
  idleConnections,
  slowSenders,
  slowUploads,
];
