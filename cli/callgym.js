#!/usr/bin/env node
// The entry point. Old versions of Node can parse this file too, so that they print the required version and not a
// syntax error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    'callgym needs Node 24 or newer, this is ' +
      process.versions.node +
      ' (in a checkout use npm run -s callgym, which brings its own).\n',
  );
  process.exit(2);
}
// Node keeps the compiled sources in the folder for temporary files, which makes later commands start in half the time
const { enableCompileCache } = process.getBuiltinModule('node:module');
enableCompileCache();
import('./main.ts').then((main) => main.main(process.argv.slice(2)));
