/** `node scripts/health-check.ts`: ends with 0 while the server of this container answers (Containerfile). */
const { PORT = '3000' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/health`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
