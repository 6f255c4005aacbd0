// Writes the text that --help prints for a command. The page docs/cli.md is made from these texts.
import type { Command } from './command.ts';

export function helpOf(command: Command): string {
  const options = Object.entries({
    ...command.options,
    json: { type: 'boolean' as const, about: 'one JSON object on stdout' },
  });
  const lines = options.map(
    ([key, option]) =>
      `  ${`--${key}${'value' in option && option.value !== undefined ? ` ${option.value}` : ''}`.padEnd(22)} ${option.about}\n`,
  );
  const examples =
    command.examples === undefined
      ? ''
      : `\nExamples:\n${command.examples.map((example) => `  ${example}\n`).join('')}`;
  return `callgym ${command.usage}\n\n${command.about}\n\nOptions:\n${lines.join('')}${examples}`;
}
