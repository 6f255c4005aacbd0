// Writes the report: one page that holds all its data and needs no network. Text of episodes cannot become markup:
// it is escaped or compressed in the page, and the page's script inserts it as plain text. The content policy of the
// page allows no other script.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { writeWhole } from '../../envs/folder/environment-folder.ts';
import { packRun, type ReportData } from './report-data.ts';

/** The built studio application (callgym's web page) that the report uses to show a run. */
export interface ReportPage {
  readonly script: string;
  readonly style: string;
}

export function writeReport(dir: string, out: string, page: ReportPage, tell?: (done: number) => void): ReportData {
  if (existsSync(out) && !isReport(out))
    throw badInput({ file: out, what: 'is there already and is no report', mend: 'name another file' });
  const { data, pieces } = packRun(dir, tell);
  mkdirSync(dirname(out), { recursive: true });
  writeWhole(out, pageOf(data, pieces, page));
  return data;
}

const DOCTYPE = '<!doctype html>';

function isReport(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  return readFileSync(file, 'utf8').startsWith(DOCTYPE);
}

export function pageOf(data: ReportData, pieces: readonly string[], { script, style }: ReportPage): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  return `${DOCTYPE}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>callgym report</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This page needs its script to show the run.</noscript></div>
<script type="application/json" id="data">${inert(JSON.stringify(data))}</script>
${pieces.map((piece, at) => `<script type="text/plain" id="piece-${at}">${piece}</script>`).join('\n')}
<script>${script}</script>
</body>
</html>
`;
}

/** Escapes each character of the JSON that an HTML parser could read as markup. */
function inert(json: string): string {
  return json
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
