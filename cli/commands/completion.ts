// callgym completion: prints a script with which a shell completes callgym's commands and options. The script is made
// from the list of commands.
import { badInput } from '../../envs/errors/gym-error.ts';
import type { Command } from '../command.ts';
import { COMMANDS } from '../command-list.ts';

const SHELLS: Readonly<Record<string, (commands: readonly Named[]) => string>> = { bash, zsh, fish };

interface Named {
  readonly name: string;
  readonly about: string;
  readonly options: readonly { readonly name: string; readonly about: string }[];
}

export const completionCommand: Command = {
  name: 'completion',
  usage: 'completion bash|zsh|fish',
  about: 'Prints a completion script for a shell.',
  args: { least: 1, most: 1 },
  examples: [
    'callgym completion bash >> ~/.bashrc',
    'callgym completion zsh > ~/.zsh/completions/_callgym',
    'callgym completion fish > ~/.config/fish/completions/callgym.fish',
  ],
  async run({ args }) {
    const [shell = ''] = args;
    const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (write === undefined)
      throw badInput({ path: shell, what: 'is no shell that is known', mend: 'bash, zsh or fish' });
    const commands: Named[] = [];
    for (const [name, { about, load }] of Object.entries(COMMANDS)) {
      const command = await load();
      const options = Object.entries(command.options ?? {}).map(([key, option]) => ({
        name: key,
        about: option.about,
      }));
      commands.push({ name, about, options: [...options, { name: 'json', about: 'one JSON object on stdout' }] });
    }
    process.stdout.write(write(commands));
    return {};
  },
};

function flags({ options }: Named): string {
  return options.map(({ name }) => `--${name}`).join(' ');
}

function bash(commands: readonly Named[]): string {
  const cases = commands.map((each) => `    ${each.name}) words="${flags(each)}" ;;\n`).join('');
  return `_callgym() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases}  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$words --help" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _callgym callgym
`;
}

function zsh(commands: readonly Named[]): string {
  const quoted = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&');
  const list = commands.map(({ name, about }) => `    '${name}:${quoted(about)}'\n`).join('');
  const cases = commands
    .map(
      ({ name, options }) =>
        `    ${name}) _arguments ${options.map((each) => `'--${each.name}[${quoted(each.about)}]'`).join(' ')} '*:file:_files' ;;\n`,
    )
    .join('');
  return `#compdef callgym
_callgym() {
  local -a commands=(
${list}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases}  esac
}
compdef _callgym callgym
`;
}

function fish(commands: readonly Named[]): string {
  const quoted = (text: string): string => text.replaceAll(/['\\]/g, '\\$&');
  return commands
    .flatMap(({ name, about, options }) => [
      `complete -c callgym -n __fish_use_subcommand -f -a ${name} -d '${quoted(about)}'\n`,
      ...options.map(
        (each) =>
          `complete -c callgym -n '__fish_seen_subcommand_from ${name}' -l ${each.name} -d '${quoted(each.about)}'\n`,
      ),
    ])
    .join('');
}
