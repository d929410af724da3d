import type { Command as Program } from 'commander';
import { UsageError } from './commands/command.ts';

/** Completions by the words before them: behind `tab` come `new`, `list`, `close` and the options. */
const tableOf = (program: Program): Map<string, string[]> => {
  const table = new Map<string, string[]>();
  const add = (command: Program, path: string[]): void => {
    const names = command.commands.filter((one) => one.name() !== 'session-server').map((one) => one.name());
    const flags = [...command.options, ...(path.length > 0 ? program.options : [])].map(
      ({ long }) => long ?? '',
    );
    table.set(path.join(' '), [...new Set([...names, ...flags])].filter(Boolean));
    for (const one of command.commands) add(one, [...path, one.name()]);
  };
  add(program, []);
  return table;
};

const bash = (table: Map<string, string[]>): string => {
  const cases = [...table].map(([path, words]) => `    "${path}") words="${words.join(' ')}" ;;`);
  return `_inpage() {
  local word path="" words="" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case " $(_inpage_paths) " in *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;; esac
  done
  case "\${path//\\// }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_inpage_paths() { echo "${[...table.keys()].map((path) => path.replaceAll(' ', '/')).join(' ')}"; }
complete -F _inpage inpage
`;
};

const zsh = (table: Map<string, string[]>): string =>
  `#compdef inpage\nautoload -U +X bashcompinit && bashcompinit\n${bash(table)}`;

const fish = (table: Map<string, string[]>): string =>
  [...table]
    .map(([path, words]) => {
      const before =
        path === ''
          ? '__fish_use_subcommand'
          : path
              .split(' ')
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join('; and ');
      return `complete -c inpage -n '${before}' -a '${words.join(' ')}'`;
    })
    .join('\n')
    .concat('\n');

const powershell = (table: Map<string, string[]>): string => {
  const entries = [...table].map(([path, words]) => `    '${path}' = '${words.join(' ')}'`);
  return `Register-ArgumentCompleter -Native -CommandName inpage -ScriptBlock {
  param($word, $ast, $cursor)
  $table = @{
${entries.join('\n')}
  }
  $path = ''
  foreach ($part in $ast.CommandElements | Select-Object -Skip 1) {
    $next = ($path + ' ' + $part).Trim()
    if ($table.ContainsKey($next)) { $path = $next }
  }
  $table[$path] -split ' ' | Where-Object { $_ -like "$word*" }
}
`;
};

const SHELLS: Readonly<Record<string, (table: Map<string, string[]>) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

/** The script that a shell reads to complete commands and options. */
export const completionScript = (shell: string, program: Program): string => {
  const write = SHELLS[shell];
  if (!write)
    throw new UsageError(`Completion is there for ${Object.keys(SHELLS).join(', ')}, not for "${shell}".`);
  return write(tableOf(program));
};
