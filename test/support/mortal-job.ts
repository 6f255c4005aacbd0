// A process for tests of shared work. Each item says whether the process dies at it. A file in a folder records that it
// has died once, so that it does not die again.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Fate {
  readonly at: number;
  readonly fate: 'done' | 'slow' | 'dies once' | 'dies' | 'fails';
}

let folder = '';
process.on('disconnect', () => process.exit());
process.on('message', (message: { kind: string; setup?: string; at?: number; item?: string }) => {
  if (message.kind === 'open') {
    folder = (JSON.parse(message.setup ?? '{}') as { folder: string }).folder;
    return;
  }
  const { at, fate } = JSON.parse(message.item ?? '{}') as Fate;
  const mark = join(folder, String(at));
  if (fate === 'dies' || (fate === 'dies once' && !existsSync(mark))) {
    writeFileSync(mark, '');
    process.kill(process.pid, 'SIGKILL');
  } else if (fate === 'fails') {
    const gym = { code: 'BAD_INPUT', fields: { where: `item ${at}`, what: 'is bad', mend: '' } };
    process.send?.({
      kind: 'failed',
      at: message.at,
      error: { message: 'bad', stack: undefined, name: 'GymError', gym },
    });
  } else
    setTimeout(
      () => process.send?.({ kind: 'done', at: message.at, result: JSON.stringify({ at, real: JSON.rawJSON('2.0') }) }),
      fate === 'slow' ? 100 : 0,
    );
});
