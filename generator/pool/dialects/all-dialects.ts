// All dialects of tool schemas, in the order in which they are tried. Dialects with the most specific keys come first.
import type { Dialect } from './dialect.ts';
import { anthropic, gemini, mcp, openaiBare, openaiWrapped } from './functions.ts';
import { loose, parameterLists } from './loose.ts';

export const DIALECTS: readonly Dialect[] = [mcp, anthropic, openaiWrapped, gemini, parameterLists, openaiBare, loose];
