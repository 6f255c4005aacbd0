// The dialects, the more telling ones first.
import type { Dialect } from './dialect.ts';
import { anthropic, gemini, mcp, openaiBare, openaiWrapped } from './functions.ts';
import { loose, parameterLists } from './loose.ts';

export const DIALECTS: readonly Dialect[] = [mcp, anthropic, openaiWrapped, gemini, parameterLists, openaiBare, loose];
