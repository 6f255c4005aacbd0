/** The words with which a person calls callgym, in a checkout or installed. */
export const CALLGYM = import.meta.url.endsWith('.ts') ? 'npm run -s callgym --' : 'npx callgym';
