#!/usr/bin/env node
// The entry point. Every version of Node can read it, so an old Node gets a message with the required version and not a
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
// caches the compiled sources in the folder for temporary files; commands then start in half the time
const { enableCompileCache } = process.getBuiltinModule('node:module');
enableCompileCache();
import('./main.ts').then((main) => main.main(process.argv.slice(2)));
