// A tree of files and folders, with a working directory where the tools have one. Recognised by several tools that make,
// show, move and remove files; each tool is one of a closed list of operations.
import type { Step } from '../../../envs/values/program.ts';
import { inMessage, reference, type Draft } from '../draft.ts';
import type { FieldNode } from '../fields.ts';
import type { Model, TablePlan } from '../model.ts';
import type { DomainTool } from '../read-tool.ts';
import { literal, returnStep, type Out } from '../render.ts';
import type { Reading } from './reading.ts';

type Operation =
  | 'where'
  | 'enter'
  | 'list'
  | 'make folder'
  | 'make file'
  | 'write'
  | 'append'
  | 'read'
  | 'first lines'
  | 'last lines'
  | 'remove'
  | 'remove folder'
  | 'copy'
  | 'move'
  | 'find'
  | 'search'
  | 'sorted'
  | 'count'
  | 'differ'
  | 'size'
  | 'info';

const FILES = 'files';

/** What an operation is called: as a command, or as words. */
const COMMANDS: Readonly<Record<string, Operation>> = {
  pwd: 'where', cwd: 'where', cd: 'enter', chdir: 'enter', ls: 'list', dir: 'list', mkdir: 'make folder', touch: 'make file', cat: 'read', head: 'first lines', tail: 'last lines', rm: 'remove', del: 'remove', rmdir: 'remove folder',
  cp: 'copy', mv: 'move', find: 'find', grep: 'search', sort: 'sorted', wc: 'count', diff: 'differ', du: 'size', echo: 'write', stat: 'info',
}; // prettier-ignore

const PATTERNS: readonly (readonly [RegExp, Operation])[] = [
  [/^(get|show|print) (current|working) (working )?(directory|folder)/, 'where'],
  [/^(change|set|enter) (current |working )*(directory|folder)/, 'enter'],
  [/^(list|show|get) (directory|folder|file)( content)?( in directory)?$/, 'list'],
  [/^(create|make|new|add) (new )?(directory|folder)/, 'make folder'],
  [/^(create|make|new|add) (new )?(empty )?file/, 'make file'],
  [/^(write|save|overwrite|update|edit) (to )?(text )?file/, 'write'],
  [/^append (to )?(text )?file/, 'append'],
  [/^(read|view|open|show|display|get) (text )?file( content)?$/, 'read'],
  [/^(delete|remove) (empty )?(directory|folder)/, 'remove folder'],
  [/^(delete|remove) file/, 'remove'],
  [/^copy (file|directory|folder)/, 'copy'],
  [/^(move|rename) (file|directory|folder)/, 'move'],
  [/^(find|search) (for )?file/, 'find'],
  [/^(search|grep) (in |within )?(file )?(content|text|in file)/, 'search'],
  [/^(get )?file (info|information|stat|metadata|size)/, 'info'],
];

export function operationOf(tool: DomainTool): Operation | undefined {
  const [only = ''] = tool.words;
  if (tool.words.length === 1 && only in COMMANDS) return COMMANDS[only];
  const text = [tool.verb, ...tool.words.filter((word) => word !== tool.verb)].join(' ').trim();
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Files are made, shown and removed, and nothing has an id. */
export function isFileTree(tools: readonly DomainTool[]): boolean {
  const found = new Set(
    tools.flatMap((tool) =>
      tool.path.length > 0 || tool.arguments.some((node) => /(^| )id$/.test(node.field.words.join(' ')))
        ? []
        : (operationOf(tool) ?? []),
    ),
  );
  const makes = found.has('make file') || found.has('make folder') || found.has('write');
  const shows = found.has('list') || found.has('read');
  const says = tools.filter((tool) => /\b(file|files|directory|folder)\b/i.test(tool.description)).length;
  return found.size >= 4 && makes && shows && says >= 4;
}

function filesTable(model: Model): TablePlan {
  const known = model.tables.get(FILES);
  if (known !== undefined) return known;
  const table = model.table(FILES, ['file'], 'tree', ['path']);
  table.about = 'Files and folders by their full path.';
  for (const [name, nullable] of [
    ['path', false],
    ['folder', true],
    ['name', false],
    ['kind', false],
    ['content', true],
  ] as const)
    model.column(table, {
      name,
      words: [name],
      valueType: 'text',
      schema: {},
      description: '',
      nullable,
      ...(name === 'kind' ? { choices: ['file', 'directory'] } : {}),
    });
  table.indexes.add('folder');
  table.rows = tree();
  const shell = model.table('shell', ['shell'], 'tree', ['id']);
  shell.about = 'Where the next command runs.';
  model.column(shell, {
    name: 'id',
    words: ['id'],
    valueType: 'integer',
    schema: {},
    description: '',
    nullable: false,
    choices: [1],
  });
  model.column(shell, { name: 'cwd', words: ['cwd'], valueType: 'text', schema: {}, description: '', nullable: false });
  shell.rows = [{ id: 1, cwd: '/workspace' }];
  return table;
}

function tree(): { path: string; folder: string | null; name: string; kind: string; content: string | null }[] {
  const folders = [
    '/workspace',
    '/workspace/documents',
    '/workspace/documents/archive',
    '/workspace/projects',
    '/workspace/projects/website',
    '/workspace/temp',
    '/workspace/drafts',
  ];
  const files: [string, string][] = [
    ['/workspace/readme.md', '# Workspace\nNotes and drafts of the team.\nAsk before you delete.'],
    ['/workspace/notes.txt', 'call the printer\norder paper\nbook the room\ncall the bank'],
    ['/workspace/todo.txt', 'write the report\nsend the invoice\nclean the archive'],
    [
      '/workspace/documents/report.txt',
      'Quarterly report\nRevenue rose by four percent.\nCosts stayed level.\nOutlook: steady.',
    ],
    ['/workspace/documents/summary.txt', 'Summary\nRevenue rose.\nCosts stayed level.'],
    ['/workspace/documents/budget.csv', 'item,amount\nrent,1200\npaper,80\ntravel,430'],
    ['/workspace/documents/archive/report_2029.txt', 'Quarterly report\nRevenue fell by two percent.\nCosts rose.'],
    ['/workspace/projects/plan.md', '# Plan\n1. Draft\n2. Review\n3. Release'],
    ['/workspace/projects/website/index.html', '<h1>Welcome</h1>\n<p>Opening hours</p>'],
    ['/workspace/projects/website/style.css', 'h1 { color: teal; }\np { margin: 1em; }'],
    ['/workspace/temp/log.txt', 'start\nwarning: disk nearly full\nerror: no paper\nstop'],
    ['/workspace/.settings', 'theme=dark'],
  ];
  const row = (path: string, kind: string, content: string | null): ReturnType<typeof tree>[number] => {
    const at = path.lastIndexOf('/');
    return { path, folder: path === '/workspace' ? null : path.slice(0, at), name: path.slice(at + 1), kind, content };
  };
  return [
    ...folders.map((path) => row(path, 'directory', null)),
    ...files.map(([path, content]) => row(path, 'file', content)),
  ];
}

const LINES = (content: string): string =>
  `json_each('["' || replace(replace(replace(${content}, '\\', '\\\\'), '"', '\\"'), char(10), '","') || '"]')`;

export function treeReading(tool: DomainTool): ((draft: Draft) => Reading) | undefined {
  const operation = operationOf(tool);
  if (operation === undefined) return undefined;
  return (draft) => new TreeTool(draft, operation);
}

class TreeTool implements Reading {
  readonly kind: string;
  readonly phase = 0;
  private readonly draft: Draft;
  private readonly operation: Operation;

  constructor(draft: Draft, operation: Operation) {
    this.draft = draft;
    this.operation = operation;
    this.kind = `file tree: ${operation}`;
  }

  declare(): void {
    const table = filesTable(this.draft.model);
    table.tools.add(this.draft.tool.name);
    for (const node of this.draft.tool.arguments)
      this.draft.place(
        node,
        /content|text|line|pattern|mode|count|recursive|hidden|human|^a$/.test(node.field.words.join(' '))
          ? 'operand'
          : 'own key',
        'files.path',
      );
  }

  /** The argument that names a file, by position or by name. */
  private path(wanted: RegExp, at = 0): FieldNode | undefined {
    const texts = this.draft.tool.arguments.filter((node) => node.kind === 'scalar' && node.field.type === 'text');
    return texts.find((node) => wanted.test(node.field.words.join(' '))) ?? texts[at];
  }

  /** Steps that find a file or folder by what the caller writes: `<name>.path`. */
  private find(name: string, node: FieldNode | undefined, kind?: 'file' | 'directory'): Step[] {
    if (node === undefined)
      return [
        {
          let: name,
          sql: `SELECT * FROM ${FILES} WHERE path = :here.cwd`,
          else: ['NOT_FOUND', 'There is no such directory.'],
        },
      ];
    const sql = reference(node.field.path);
    const missing = `There is no ${kind ?? 'file or directory'} ${inMessage(node.field.path)}.`;
    return [
      {
        let: name,
        sql: `SELECT * FROM ${FILES} WHERE path = ${this.full(sql)}${kind === undefined ? '' : ` AND kind = ${literal(kind)}`}`,
        else: ['NOT_FOUND', missing],
      },
    ];
  }

  /** An absolute path, or one below the working directory. */
  private full(sql: string): string {
    return `CASE WHEN ${sql} IS NULL OR ${sql} IN ('.', './') THEN :here.cwd WHEN substr(${sql}, 1, 1) = '/' THEN rtrim(${sql}, '/') ELSE :here.cwd || '/' || rtrim(${sql}, '/') END`;
  }

  private result(values: {
    text?: string;
    list?: string;
    number?: string;
    boolean?: string;
    words?: Readonly<Record<string, string>>;
  }): Step {
    const { tool } = this.draft;
    const out = (node: FieldNode): Out => {
      const said = Object.entries(values.words ?? {}).find(([word]) => node.field.words.includes(word))?.[1];
      if (node.kind === 'object')
        return { kind: 'object', members: node.members.map((member) => [member.field.name, out(member)] as const) };
      this.draft.leaves.push({ leaf: node.field.path.join('.'), role: 'derived', is: this.operation });
      if (node.kind === 'list')
        return { kind: 'sql', sql: values.list ?? `json_array(${values.text ?? "''"})`, as: 'json' };
      if (said !== undefined) return { kind: 'sql', sql: said, as: 'plain' };
      switch (node.field.type) {
        case 'boolean':
          return { kind: 'sql', sql: values.boolean ?? '1', as: 'boolean' };
        case 'integer':
        case 'real':
          return { kind: 'sql', sql: values.number ?? '0', as: 'plain' };
        case 'json':
          return {
            kind: 'sql',
            sql: values.list ?? values.text ?? "'ok'",
            as: values.list === undefined ? 'plain' : 'json',
          };
        default:
          return {
            kind: 'sql',
            sql:
              values.text ??
              (values.list === undefined
                ? values.number === undefined
                  ? literal('done')
                  : `CAST(${values.number} AS TEXT)`
                : `(SELECT coalesce(group_concat(v.value, char(10) ORDER BY v.key), '') FROM json_each(${values.list}) AS v)`),
            as: 'plain',
          };
      }
    };
    if (tool.result === undefined)
      return returnStep({
        kind: 'object',
        members: [
          [
            'result',
            values.list === undefined
              ? { kind: 'sql', sql: values.text ?? values.number ?? literal('done'), as: 'plain' }
              : { kind: 'sql', sql: values.list, as: 'json' },
          ],
        ],
      });
    return returnStep(out(tool.result));
  }

  private insert(path: string, content: string, kind: 'file' | 'directory', name: string, folder: string): Step {
    return {
      run: {
        lines: [
          `INSERT INTO ${FILES} (path, folder, name, kind, content)`,
          `VALUES (${path}, ${folder}, ${name}, ${literal(kind)}, ${content})`,
        ],
      },
    };
  }

  write(): readonly Step[] {
    const here: Step = { let: 'here', sql: 'SELECT cwd FROM shell WHERE id = 1' };
    return [here, ...this.steps()];
  }

  private steps(): Step[] {
    const { tool } = this.draft;
    const file = this.path(/file|path|name|source|src/);
    const all = tool.arguments;
    switch (this.operation) {
      case 'where':
        return [this.result({ text: ':here.cwd' })];
      case 'enter': {
        const folder = this.path(/folder|dir|path/);
        const sql = folder === undefined ? 'NULL' : reference(folder.field.path);
        const said = folder === undefined ? '' : inMessage(folder.field.path);
        return [
          {
            let: 'goal',
            sql: `SELECT path FROM ${FILES} WHERE kind = 'directory' AND path = CASE WHEN ${sql} = '..' THEN (SELECT f.folder FROM ${FILES} AS f WHERE f.path = :here.cwd) ELSE ${this.full(sql)} END`,
            else: ['NOT_FOUND', `There is no directory ${said}.`],
          },
          { run: 'UPDATE shell SET cwd = :goal.path WHERE id = 1' },
          this.result({ text: ':goal.path' }),
        ];
      }
      case 'list': {
        const folder = all.find((node) => node.kind === 'scalar' && node.field.type === 'text');
        const hidden = all.find((node) => node.kind === 'scalar' && node.field.type === 'boolean');
        const show =
          hidden === undefined
            ? "substr(f.name, 1, 1) <> '.'"
            : `(substr(f.name, 1, 1) <> '.' OR coalesce(${reference(hidden.field.path)}, 0))`;
        return [
          ...this.find('goal', folder, 'directory'),
          this.result({
            list: `(SELECT json_group_array(f.name ORDER BY f.name) FROM ${FILES} AS f WHERE f.folder = :goal.path AND ${show})`,
          }),
        ];
      }
      case 'make folder':
      case 'make file': {
        const name = this.path(/name|path|file|dir|folder/);
        if (name === undefined) return [{ fail: ['INVALID_ARGUMENT', 'Nothing says what to make.'] }];
        const sql = reference(name.field.path);
        const kind = this.operation === 'make file' ? 'file' : 'directory';
        const content = all.find((node) => /content|text/.test(node.field.words.join(' ')));
        return [
          ...this.free(sql, inMessage(name.field.path)),
          this.insert(
            ':goal.path',
            kind === 'directory'
              ? 'NULL'
              : content === undefined
                ? "''"
                : `coalesce(${reference(content.field.path)}, '')`,
            kind,
            ':goal.name',
            ':goal.folder',
          ),
          this.result({ text: ':goal.path' }),
        ];
      }
      case 'write':
      case 'append': {
        const content = all.find((node) => /content|text|data|body/.test(node.field.words.join(' '))) ?? all[0];
        const name = all.find((node) => node !== content && node.kind === 'scalar' && node.field.type === 'text');
        if (content === undefined || name === undefined)
          return [{ fail: ['INVALID_ARGUMENT', 'Nothing says what to write where.'] }];
        const [sql, text] = [reference(name.field.path), reference(content.field.path)];
        const update = this.operation === 'append' ? `coalesce(content, '') || ${text}` : text;
        const only = name.field.required ? {} : { when: `${sql} IS NOT NULL` };
        return [
          ...(name.field.required ? [] : [{ ...this.result({ text }), when: `${sql} IS NULL` } as Step]),
          ...this.spot(sql).map((step): Step => ({ ...step, ...only })),
          {
            refuse: `SELECT 1 AS there FROM ${FILES} WHERE path = :goal.path AND kind = 'directory'`,
            else: ['CONFLICT', `${inMessage(name.field.path)} is a directory.`],
          },
          { let: 'old', sql: `SELECT path FROM ${FILES} WHERE path = :goal.path` },
          { ...this.insert(':goal.path', text, 'file', ':goal.name', ':goal.folder'), when: ':old.path IS NULL' },
          { run: `UPDATE ${FILES} SET content = ${update} WHERE path = :old.path`, when: ':old.path IS NOT NULL' },
          this.result({ text: name.field.required ? ':goal.path' : "''" }),
        ];
      }
      case 'read':
        return [...this.find('file', file, 'file'), this.result({ text: ':file.content' })];
      case 'first lines':
      case 'last lines': {
        const lines = all.find((node) => node.kind === 'scalar' && node.field.type === 'integer');
        const count = lines === undefined ? '10' : `coalesce(${reference(lines.field.path)}, 10)`;
        const down = this.operation === 'last lines' ? ' DESC' : '';
        const chosen = `(SELECT v.key AS at, v.value AS line FROM ${LINES(':file.content')} AS v ORDER BY v.key${down} LIMIT max(${count}, 0))`;
        return [
          ...this.find('file', file, 'file'),
          this.result({
            text: `(SELECT coalesce(group_concat(l.line, char(10) ORDER BY l.at), '') FROM ${chosen} AS l)`,
            list: `(SELECT json_group_array(l.line ORDER BY l.at) FROM ${chosen} AS l)`,
          }),
        ];
      }
      case 'remove':
      case 'remove folder': {
        const name = this.path(/file|name|path|dir|folder/);
        const said = name === undefined ? '' : inMessage(name.field.path);
        const onlyEmpty = this.operation === 'remove folder';
        return [
          ...this.find('gone', name, onlyEmpty ? 'directory' : undefined),
          {
            require: ':gone.path <> :here.cwd AND :gone.folder IS NOT NULL',
            else: ['PRECONDITION_FAILED', 'The working directory cannot be removed.'],
          },
          ...(onlyEmpty
            ? [
                {
                  refuse: `SELECT 1 AS there FROM ${FILES} WHERE folder = :gone.path LIMIT 1`,
                  else: ['PRECONDITION_FAILED', `The directory ${said} is not empty.`],
                } as Step,
              ]
            : []),
          {
            run: `DELETE FROM ${FILES} WHERE path = :gone.path OR substr(path, 1, length(:gone.path) + 1) = :gone.path || '/'`,
          },
          this.result({ text: "'Removed ' || :gone.name || '.'" }),
        ];
      }
      case 'copy':
      case 'move': {
        const texts = all.filter((node) => node.kind === 'scalar' && node.field.type === 'text');
        const goal = texts.find((node) => /dest|to|target|new/.test(node.field.words.join(' '))) ?? texts[1];
        const from = texts.find((node) => node !== goal);
        if (goal === undefined || from === undefined)
          return [{ fail: ['INVALID_ARGUMENT', 'Nothing says what goes where.'] }];
        const to = reference(goal.field.path);
        const below = "substr(path, 1, length(:source.path) + 1) = :source.path || '/'";
        return [
          ...this.find('source', from),
          { let: 'into', sql: `SELECT path FROM ${FILES} WHERE kind = 'directory' AND path = ${this.full(to)}` },
          {
            let: 'goal',
            sql: `SELECT iif(:into.path IS NULL, ${this.full(to)}, :into.path || '/' || :source.name) AS path`,
          },
          {
            let: 'folder',
            sql: `SELECT f.path FROM ${FILES} AS f WHERE f.kind = 'directory' AND :goal.path = f.path || '/' || substr(:goal.path, length(f.path) + 2) AND instr(substr(:goal.path, length(f.path) + 2), '/') = 0 AND length(:goal.path) > length(f.path) + 1 ORDER BY f.path LIMIT 1`,
            else: ['NOT_FOUND', `There is no directory for ${inMessage(goal.field.path)}.`],
          },
          {
            refuse: `SELECT 1 AS there FROM ${FILES} WHERE path = :goal.path`,
            else: ['CONFLICT', `${inMessage(goal.field.path)} is there already.`],
          },
          {
            require: "substr(:goal.path, 1, length(:source.path) + 1) <> :source.path || '/'",
            else: ['INVALID_ARGUMENT', 'A directory cannot go into itself.'],
          },
          ...(this.operation === 'copy'
            ? [
                {
                  run: [
                    `INSERT INTO ${FILES} (path, folder, name, kind, content) SELECT :goal.path || substr(f.path, length(:source.path) + 1), :goal.path || substr(f.folder, length(:source.path) + 1), f.name, f.kind, f.content FROM ${FILES} AS f WHERE ${below.replaceAll('path,', 'f.path,')}`,
                    `INSERT INTO ${FILES} (path, folder, name, kind, content) VALUES (:goal.path, :folder.path, substr(:goal.path, length(:folder.path) + 2), :source.kind, :source.content)`,
                  ],
                } as Step,
              ]
            : [
                {
                  run: [
                    `UPDATE ${FILES} SET path = :goal.path || substr(path, length(:source.path) + 1), folder = :goal.path || substr(folder, length(:source.path) + 1) WHERE ${below}`,
                    `UPDATE ${FILES} SET path = :goal.path, folder = :folder.path, name = substr(:goal.path, length(:folder.path) + 2) WHERE path = :source.path`,
                  ],
                } as Step,
              ]),
          this.result({ text: `'${this.operation === 'copy' ? 'Copied' : 'Moved'} to ' || :goal.path || '.'` }),
        ];
      }
      case 'find': {
        const texts = all.filter((node) => node.kind === 'scalar' && node.field.type === 'text');
        const start = texts.find((node) => /path|dir|folder|start|root/.test(node.field.words.join(' ')));
        const name = texts.find((node) => node !== start);
        const test =
          name === undefined
            ? ''
            : ` AND (${reference(name.field.path)} IS NULL OR instr(f.name, ${reference(name.field.path)}) > 0)`;
        return [
          ...this.find('start', start, 'directory'),
          this.result({
            list: `(SELECT json_group_array(substr(f.path, length(:start.path) + 2) ORDER BY f.path) FROM ${FILES} AS f WHERE substr(f.path, 1, length(:start.path) + 1) = :start.path || '/'${test})`,
          }),
        ];
      }
      case 'search': {
        const pattern =
          all.find((node) => /pattern|text|query|keyword|term|string|search/.test(node.field.words.join(' '))) ??
          all[1];
        if (pattern === undefined) return [{ fail: ['INVALID_ARGUMENT', 'Nothing says what to look for.'] }];
        const where = all.find((node) => node !== pattern && node.kind === 'scalar' && node.field.type === 'text');
        return [
          ...this.find('file', where, 'file'),
          this.result({
            list: `(SELECT json_group_array(v.value ORDER BY v.key) FROM ${LINES(':file.content')} AS v WHERE instr(v.value, ${reference(pattern.field.path)}) > 0)`,
          }),
        ];
      }
      case 'sorted':
        return [
          ...this.find('file', file, 'file'),
          this.result({
            text: `(SELECT coalesce(group_concat(v.value, char(10) ORDER BY v.value, v.key), '') FROM ${LINES(':file.content')} AS v)`,
          }),
        ];
      case 'count': {
        const mode = all.find((node) => /mode|type|unit|option/.test(node.field.words.join(' ')));
        const lines =
          "iif(:file.content = '', 0, length(:file.content) - length(replace(:file.content, char(10), '')) + 1)";
        const words = `(SELECT coalesce(sum(iif(trim(v.value) = '', 0, length(trim(v.value)) - length(replace(trim(v.value), ' ', '')) + 1)), 0) FROM ${LINES(':file.content')} AS v)`;
        const asked = mode === undefined ? "'l'" : `coalesce(${reference(mode.field.path)}, 'l')`;
        return [
          ...this.find('file', file, 'file'),
          {
            require: `substr(${asked}, 1, 1) IN ('l', 'w', 'c')`,
            else: ['INVALID_ARGUMENT', 'Count lines (l), words (w) or characters (c).'],
          },
          this.result({
            number: `CASE substr(${asked}, 1, 1) WHEN 'l' THEN ${lines} WHEN 'w' THEN ${words} ELSE length(:file.content) END`,
            text: `CASE substr(${asked}, 1, 1) WHEN 'l' THEN 'lines' WHEN 'w' THEN 'words' ELSE 'characters' END`,
          }),
        ];
      }
      case 'differ': {
        const texts = all.filter((node) => node.kind === 'scalar' && node.field.type === 'text');
        const only = (a: string, b: string, mark: string): string =>
          `(SELECT coalesce(group_concat('${mark} ' || v.value, char(10) ORDER BY v.key), '') FROM ${LINES(`:${a}.content`)} AS v WHERE v.value NOT IN (SELECT w.value FROM ${LINES(`:${b}.content`)} AS w))`;
        return [
          ...this.find('old', texts[0], 'file'),
          ...this.find('other', texts[1], 'file'),
          this.result({
            text: `trim(${only('old', 'other', '-')} || char(10) || ${only('other', 'old', '+')}, char(10))`,
          }),
        ];
      }
      case 'size': {
        const folder = all.find((node) => node.kind === 'scalar' && node.field.type === 'text');
        const human = all.find((node) => node.kind === 'scalar' && node.field.type === 'boolean');
        const bytes = `(SELECT coalesce(sum(octet_length(f.content)), 0) FROM ${FILES} AS f WHERE f.path = :goal.path OR substr(f.path, 1, length(:goal.path) + 1) = :goal.path || '/')`;
        const text =
          human === undefined
            ? `${bytes} || ' bytes'`
            : `iif(coalesce(${reference(human.field.path)}, 0), format('%.2f KB', ${bytes} / 1024.0), ${bytes} || ' bytes')`;
        return [...this.find('goal', folder), this.result({ number: bytes, text })];
      }
      case 'info':
        return [
          ...this.find('file', file),
          this.result({
            text: ':file.path',
            number: 'coalesce(octet_length(:file.content), 0)',
            words: {
              size: 'coalesce(octet_length(:file.content), 0)',
              name: ':file.name',
              type: ':file.kind',
              kind: ':file.kind',
            },
          }),
        ];
    }
  }

  /** Where a new file goes: its folder must be there. */
  private spot(sql: string): Step[] {
    const full = this.full(sql);
    return [
      { require: `trim(${sql}, '/ ') <> ''`, else: ['INVALID_ARGUMENT', 'A name is needed.'] },
      { let: 'target', sql: `SELECT ${full} AS path` },
      {
        let: 'goal',
        sql: `SELECT :target.path AS path, f.path AS folder, substr(:target.path, length(f.path) + 2) AS name FROM ${FILES} AS f WHERE f.kind = 'directory' AND substr(:target.path, 1, length(f.path) + 1) = f.path || '/' AND instr(substr(:target.path, length(f.path) + 2), '/') = 0 ORDER BY f.path LIMIT 1`,
        else: ['NOT_FOUND', 'There is no directory for {target.path}.'],
      },
    ];
  }

  private free(sql: string, said: string): Step[] {
    return [
      ...this.spot(sql),
      {
        refuse: `SELECT 1 AS there FROM ${FILES} WHERE path = :goal.path`,
        else: ['CONFLICT', `${said} is there already.`],
      },
    ];
  }
}
