// The page of a run. Everything that is shown of episodes is put in place as text.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  const PAGE = 50;

  /** An element with properties, classes and children; text is text. */
  function make(tag, given = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(given)) {
      if (name === 'class') element.className = value;
      else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
    return element;
  }
  const svg = (tag, given = {}, ...children) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    element.append(...children.flat());
    return element;
  };
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  const named = (name) => String(name).replaceAll('_', ' ');
  const bar = (share) => make('span', { class: `bar w${Math.max(0, Math.min(20, Math.round(share * 20)))}` });

  // ---- figures --------------------------------------------------------------------------------------------------------

  const { figures, head } = data;
  const interval = (figures.pass_hat_interval || {})['1'];
  const { players } = data;
  const tile = (value, label, more) =>
    make('div', { class: 'tile' }, make('b', {}, value), label, more ? make('div', { class: 'soft' }, more) : null);

  function headline() {
    const judged = figures.judged || 0;
    return [
      make('h1', {}, `Run of ${players.agent}`),
      make(
        'p',
        { class: 'soft' },
        head.made
          ? 'Made of failed episodes of another run'
          : [
              `with user ${players.user}`,
              `${players.trials} ${players.trials === 1 ? 'trial' : 'trials'} of a task`,
              ...(head.seed === undefined ? [] : [`seed ${head.seed}`]),
              ...(head.callgym === undefined ? [] : [`callgym ${head.callgym}`]),
            ].join(', '),
      ),
      make(
        'div',
        { class: 'tiles' },
        tile(
          figures.pass_hat && figures.pass_hat['1'] !== undefined ? percent(figures.pass_hat['1']) : '–',
          'pass^1',
          interval ? `95 %: ${percent(interval[0])} to ${percent(interval[1])}` : '',
        ),
        tile(String(figures.passes ?? 0), 'episodes passed', `of ${judged} judged`),
        tile(String(figures.tasks ?? 0), 'tasks', `${data.episodes.length} episodes`),
        tile(
          String((figures.tool_errors || {}).episodes ?? 0),
          'with tool errors',
          `${(figures.tool_errors || {}).recovered ?? 0} recovered`,
        ),
        tile(Number(figures.turns ?? 0).toFixed(1), 'turns of the agent', 'mean'),
        tile(
          String(Object.values(figures.alarms || {}).reduce((sum, each) => sum + each, 0)),
          'alarms',
          Object.entries(figures.alarms || {})
            .map(([kind, times]) => `${named(kind)} ${times}`)
            .join(', '),
        ),
      ),
    ];
  }

  /** Points with a band around them. */
  function curve(title, points, label) {
    const [width, height, left, bottom] = [360, 180, 46, 26];
    if (points.length === 0) return make('p', { class: 'soft' }, 'Nothing to draw.');
    const x = (at) =>
      left + (points.length === 1 ? (width - left) / 2 : (at * (width - left - 12)) / (points.length - 1));
    const y = (value) => 8 + (1 - value) * (height - bottom - 8);
    const line = points
      .map(({ value }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
      .join(' ');
    const banded = points.filter(({ low }) => low !== undefined);
    const band =
      banded.length < 2
        ? []
        : [
            svg('path', {
              class: 'band',
              d: `${banded.map(({ high }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(high).toFixed(1)}`).join(' ')} ${banded
                .map((each, at) => ({ ...each, at }))
                .reverse()
                .map(({ low, at }) => `L${x(at).toFixed(1)} ${y(low).toFixed(1)}`)
                .join(' ')} Z`,
            }),
          ];
    const text = (at, words, anchor = 'middle') => {
      const element = svg('text', { x: at[0], y: at[1], 'text-anchor': anchor });
      element.textContent = words;
      return element;
    };
    const dots = points.map(({ value, name }, at) => {
      const dot = svg('circle', { cx: x(at), cy: y(value), r: 3, fill: 'currentColor' });
      const told = svg('title');
      told.textContent = `${label} ${name}: ${percent(value)}`;
      dot.append(told);
      return dot;
    });
    return svg(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        role: 'img',
        'aria-label': `${title}: ${points.map(({ name, value }) => `${name} ${percent(value)}`).join(', ')}`,
      },
      [0, 0.5, 1].flatMap((value) => [
        svg('line', { class: 'axis', x1: left, x2: width, y1: y(value), y2: y(value) }),
        text([left - 6, y(value) + 4], percent(value).replace('.0', ''), 'end'),
      ]),
      band,
      svg('path', { class: 'curve', d: line }),
      dots,
      points.flatMap(({ name }, at) =>
        points.length <= 12 || at % Math.ceil(points.length / 12) === 0 ? text([x(at), height - 8], name) : [],
      ),
    );
  }

  function table(title, rows, columns) {
    return make(
      'table',
      {},
      title === '' ? null : make('caption', { class: 'soft' }, title),
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          columns.map(([name, kind]) =>
            name === '' ? make('td', { class: kind }) : make('th', { scope: 'col', class: kind }, name),
          ),
        ),
      ),
      make(
        'tbody',
        {},
        rows.map((row) =>
          make(
            'tr',
            {},
            row.map((cell, at) => make('td', { class: columns[at][1] }, cell)),
          ),
        ),
      ),
    );
  }

  const groupRows = (groups) =>
    Object.entries(groups || {})
      .slice(0, 40)
      .map(
        ([
          name,
          {
            episodes,
            pass,
            interval: [low, high],
          },
        ]) => [named(name), String(episodes), percent(pass), `${percent(low)} – ${percent(high)}`, bar(pass)],
      );
  const GROUP = [
    ['', ''],
    ['episodes', 'number'],
    ['pass', 'number'],
    ['95 %', 'number'],
    ['', 'bars'],
  ];

  function counted(title, counts) {
    const rows = Object.entries(counts || {}).sort((a, b) => b[1] - a[1]);
    const most = Math.max(1, ...rows.map(([, times]) => times));
    if (rows.length === 0) return make('p', { class: 'soft' }, `${title}: none.`);
    return table(
      title,
      rows.map(([name, times]) => [named(name), String(times), bar(times / most)]),
      [
        ['', ''],
        ['episodes', 'number'],
        ['', 'bars'],
      ],
    );
  }

  function plots() {
    const hat = Object.entries(figures.pass_hat || {}).map(([k, value]) => {
      const [low, high] = (figures.pass_hat_interval || {})[k] || [];
      return { name: k, value, low, high };
    });
    const horizon = Object.entries(figures.by_calls || {}).map(
      ([
        name,
        {
          pass,
          interval: [low, high],
        },
      ]) => ({ name, value: pass, low, high }),
    );
    const panel = (title, ...children) =>
      make('section', { class: 'panel', 'aria-label': title, tabindex: '0' }, make('h3', {}, title), children);
    return make(
      'div',
      { class: 'panels' },
      panel('pass^k: all of k trials pass', curve('pass^k', hat, 'k =')),
      panel("Horizon: by the number of gold's calls", curve('pass by calls', horizon, 'calls')),
      panel(
        'Funnel',
        table(
          'what is kept for training',
          data.funnel.map(({ name, kept, dropped }) => [
            named(name),
            String(kept),
            Object.entries(dropped)
              .slice(0, 3)
              .map(([reason, times]) => `${reason} ${times}`)
              .join(', '),
          ]),
          [
            ['stage', ''],
            ['kept', 'number'],
            ['dropped', ''],
          ],
        ),
      ),
      panel(
        'Why episodes failed',
        counted('what decided it', data.faults),
        counted('parts of the verdict', figures.failure_reasons),
      ),
      panel('By environment', table('', groupRows(figures.by_environment), GROUP)),
      panel('By kind of task', table('', groupRows(figures.by_kind), GROUP)),
      panel('By capability', table('', groupRows(figures.by_capability), GROUP)),
      panel('By difficulty', table('', groupRows(figures.by_difficulty), GROUP), counted('ends', figures.ends)),
    );
  }

  // ---- the list -------------------------------------------------------------------------------------------------------

  const rows = data.episodes.map(
    ([id, environment, task, kind, trial, reward, end, calls, turns, errors, fault], at) => ({
      at,
      id,
      environment,
      task,
      kind,
      trial,
      reward,
      end,
      calls,
      turns,
      errors,
      fault,
      text: `${id} ${kind} ${end} ${fault} ${reward === 1 ? 'passed' : reward === 0 ? 'failed' : 'unjudged'}`.toLowerCase(),
    }),
  );
  let shown = rows;
  let first = 0;
  let current = -1;

  const list = make('ul', { class: 'rows', 'aria-label': 'Episodes' });
  const place = make('p', { class: 'soft', role: 'status' });
  const back = make('button', { type: 'button', onclick: () => turn(-1) }, 'Previous');
  const on = make('button', { type: 'button', onclick: () => turn(1) }, 'Next');
  const detail = make('section', { class: 'episode', 'aria-label': 'Episode', tabindex: '-1', hidden: '' });

  const search = make('input', { type: 'search', id: 'search', placeholder: 'words of id, kind, end, fault' });
  const choice = (name, values) =>
    make(
      'select',
      { id: name },
      make('option', { value: '' }, 'all'),
      [...new Set(values)].sort().map((value) => make('option', { value }, named(value))),
    );
  const outcome = make(
    'select',
    { id: 'outcome' },
    make('option', { value: '' }, 'all'),
    ['passed', 'failed', 'unjudged'].map((value) => make('option', { value }, value)),
  );
  const environment = choice(
    'environment',
    rows.map((row) => row.environment),
  );
  const kind = choice(
    'kind',
    rows.map((row) => row.kind),
  );
  const fault = choice(
    'fault',
    rows.map((row) => row.fault).filter((each) => each !== ''),
  );
  const told = { 1: 'passed', 0: 'failed', null: 'unjudged' };

  function sift() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    shown = rows.filter(
      (row) =>
        (outcome.value === '' || told[row.reward] === outcome.value) &&
        (environment.value === '' || row.environment === environment.value) &&
        (kind.value === '' || row.kind === kind.value) &&
        (fault.value === '' || row.fault === fault.value) &&
        words.every((word) => row.text.includes(word)),
    );
    first = 0;
    draw();
  }

  function draw() {
    list.replaceChildren(
      ...shown.slice(first, first + PAGE).map((row) =>
        make(
          'li',
          {},
          make(
            'button',
            {
              type: 'button',
              'aria-current': row.at === current ? 'true' : 'false',
              'data-at': row.at,
              onclick: () => open(row.at),
            },
            make(
              'span',
              { class: row.reward === 1 ? 'good' : row.reward === 0 ? 'bad' : 'soft' },
              told[row.reward].slice(0, 4),
            ),
            make('span', {}, row.id),
            make('span', { class: 'wide' }, row.kind),
            make('span', { class: 'wide' }, `${row.calls} calls, ${row.turns} turns`),
            make('span', {}, named(row.fault || row.end)),
          ),
        ),
      ),
    );
    place.textContent =
      shown.length === 0
        ? 'No episode is like that.'
        : `${first + 1} to ${Math.min(first + PAGE, shown.length)} of ${shown.length} episodes`;
    back.disabled = first === 0;
    on.disabled = first + PAGE >= shown.length;
  }

  function turn(by) {
    first = Math.max(0, Math.min(first + by * PAGE, Math.floor(Math.max(0, shown.length - 1) / PAGE) * PAGE));
    draw();
  }

  // ---- one episode ------------------------------------------------------------------------------------------------------

  const opened = new Map();

  async function pieceOf(number) {
    let piece = opened.get(number);
    if (piece === undefined) {
      const packed = Uint8Array.from(atob(document.getElementById(`piece-${number}`).textContent), (each) =>
        each.charCodeAt(0),
      );
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      piece = JSON.parse(await new Response(stream).text());
      // a few are enough
      if (opened.size > 8) opened.delete(opened.keys().next().value);
      opened.set(number, piece);
    }
    return piece;
  }

  async function open(at) {
    current = at;
    const episode = (await pieceOf(Math.floor(at / data.piece)))[at % data.piece];
    if (current !== at) return;
    detail.replaceChildren(...shownEpisode(rows[at], episode).flat());
    detail.hidden = false;
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-current', String(Number(button.dataset.at) === at));
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: 'start' });
  }

  function message({ role, text, reasoning, calls, name, ok, step, changes, decisive, untrained }) {
    const who =
      role === 'tool' ? `${name} ${ok ? 'answered' : 'refused'}${step === null ? '' : `, step ${step}`}` : role;
    return make(
      'div',
      { class: `message ${role}${decisive ? ' decisive' : ''}` },
      make(
        'span',
        { class: `who${role === 'tool' && !ok ? ' bad' : ''}` },
        decisive ? `${who}: this decided it` : who,
        untrained ? ` (not to be trained: ${untrained})` : '',
      ),
      reasoning ? make('details', {}, make('summary', {}, 'reasoning'), make('pre', {}, reasoning)) : null,
      text,
      (calls || []).map((call) => make('span', { class: 'call' }, `${call.name}(${call.args})`)),
      (changes || []).map((change) => make('span', { class: 'change' }, change)),
    );
  }

  function shownEpisode(row, episode) {
    const { verdict } = episode;
    const side = verdict.reward === 1 ? 'good' : verdict.reward === 0 ? 'bad' : '';
    const words = verdict.reward === 1 ? 'It passed.' : verdict.reward === 0 ? 'It failed.' : 'It could not be judged.';
    const { fault: decided } = episode;
    return [
      make('h2', {}, row.id),
      make(
        'p',
        { class: 'soft' },
        `${row.kind}, trial ${row.trial}, ended ${named(episode.end)}${episode.why ? ` (${episode.why})` : ''}`,
      ),
      make(
        'div',
        { class: `verdict ${side}` },
        make('b', { class: side }, words),
        make(
          'p',
          {},
          Object.entries(verdict.parts)
            .map(([part, pass]) => `${part} ${pass === true ? 'holds' : pass === false ? 'fails' : 'unjudged'}`)
            .join(', '),
        ),
        verdict.failures.map(({ part, step, message: text }) =>
          make('p', {}, `${part}${step === null ? '' : `, step ${step}`}: ${text}`),
        ),
        verdict.unjudged.map((text) => make('p', { class: 'soft' }, `not judged: ${text}`)),
        decided
          ? make(
              'p',
              {},
              make(
                'b',
                {},
                `Decided by ${named(decided.reason)}${decided.step === null ? ' at the end' : `, step ${decided.step}`}${decided.detail ? `: ${decided.detail}` : ''}`,
              ),
            )
          : null,
        (episode.alarms || []).map(({ kind: what, step, what: name }) =>
          make('p', { class: 'bad' }, `alarm at step ${step}: ${named(what)}, ${name}`),
        ),
      ),
      make(
        'details',
        {},
        make('summary', {}, 'What the user wants'),
        make('pre', {}, `${episode.user.persona}\n\n${episode.user.goal}`),
      ),
      make(
        'details',
        {},
        make('summary', {}, 'Gold'),
        make(
          'pre',
          {},
          [
            ...episode.gold.map(({ by, name, args }) => `${by === 'agent' ? '' : `${by}: `}${name}(${args})`),
            ...episode.outputs.map(({ key, value }) => `says ${named(key)}: ${value}`),
          ].join('\n') || 'nothing to be done',
        ),
      ),
      make('details', {}, make('summary', {}, 'System prompt'), make('pre', {}, data.systems[episode.system])),
      episode.messages.map(message),
    ];
  }

  // ---- all of it --------------------------------------------------------------------------------------------------------

  const field = (label, control) => make('label', {}, label, control);
  page.replaceChildren(
    ...headline(),
    make('h2', {}, 'Figures'),
    plots(),
    make('h2', {}, 'Episodes'),
    ...(data.refused.length === 0
      ? []
      : [
          make(
            'p',
            { class: 'bad' },
            `${data.refused.length} records are none: ${data.refused[0].episode}: ${data.refused[0].reason}`,
          ),
        ]),
    make(
      'div',
      { class: 'filters' },
      field('Search', search),
      field('Outcome', outcome),
      field('Environment', environment),
      field('Kind', kind),
      field('Fault', fault),
    ),
    make('div', { class: 'pages' }, back, on, place),
    list,
    make(
      'p',
      { class: 'soft' },
      make('kbd', {}, '/'),
      ' searches, ',
      make('kbd', {}, 'j'),
      ' and ',
      make('kbd', {}, 'k'),
      ' go to the next and the last episode, ',
      make('kbd', {}, 'Esc'),
      ' closes it.',
    ),
    detail,
  );
  for (const control of [outcome, environment, kind, fault]) control.addEventListener('change', sift);
  search.addEventListener('input', sift);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === 'Escape') {
      detail.hidden = true;
      current = -1;
      draw();
      search.blur();
    } else if (typing) return;
    else if (event.key === '/') {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'j' || event.key === 'k') {
      const index = shown.findIndex((row) => row.at === current);
      const next = shown[index === -1 ? first : index + (event.key === 'j' ? 1 : -1)];
      if (next === undefined) return;
      const nth = shown.indexOf(next);
      if (nth < first || nth >= first + PAGE) {
        first = Math.floor(nth / PAGE) * PAGE;
        draw();
      }
      void open(next.at);
    }
  });
  draw();
})();
