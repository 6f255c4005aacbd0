/** The command as a person types it, in a checkout or installed. */
export const CALLGYM = import.meta.url.endsWith('.ts') ? 'npm run -s callgym --' : 'npx callgym';
