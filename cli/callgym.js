#!/usr/bin/env node
// The entry that every Node can read: it says what is missing instead of failing on syntax.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    'callgym needs Node 24 or newer, this is ' +
      process.versions.node +
      ' (in a checkout use npm run -s callgym, which brings its own).\n',
  );
  process.exit(2);
}
// what Node makes of the sources is kept in the folder for temporary files: commands start in half the time
const { enableCompileCache } = process.getBuiltinModule('node:module');
enableCompileCache();
import('./main.ts').then((main) => main.main(process.argv.slice(2)));
