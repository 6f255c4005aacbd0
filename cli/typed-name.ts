/** The words with which a user calls callgym. They differ between a checkout and an installed package. */
export const CALLGYM = import.meta.url.endsWith('.ts') ? 'npm run -s callgym --' : 'npx callgym';
