// A form made from a tool's schema; a person can also type the arguments as JSON. The answer and the changes of the
// call appear below.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { to } from '../route.ts';
import type { Json, JsonObject, ToolShown } from '../shapes.ts';
import { JsonText, pretty } from '../ui/code.tsx';
import { DiffView } from '../ui/diff-view.tsx';
import { Badge, Failed } from '../ui/parts.tsx';
import { kindOf, readField, typeOf, writeField } from './schema-words.ts';
import type { Tried } from './scratch.ts';

type Fields = Readonly<Record<string, string>>;

export interface FormGiven {
  readonly tool: Pick<ToolShown, 'name' | 'parameters' | 'examples'>;
  readonly onCall: (args: JsonObject) => Promise<Tried | undefined>;
  readonly session?: { readonly step: number; anew(): void };
  readonly environment?: string;
  readonly label?: string;
  /** Returns a value that some tool accepts for an argument of this name, to be shown as a hint in the empty field. */
  readonly suchAs?: (name: string) => string | undefined;
  /** Draws elements under the answer to a call. */
  readonly below?: (tried: Tried, args: JsonObject) => ComponentChildren;
}

export function CallForm(given: FormGiven): JSX.Element {
  const { tool, onCall, session, environment, label = 'Call', suchAs, below } = given;
  const properties = Object.entries((tool.parameters['properties'] ?? {}) as Record<string, JsonObject>);
  const required = (tool.parameters['required'] ?? []) as readonly string[];
  const [fields, setFields] = useState<Fields>({});
  const [raw, setRaw] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState<Fields>({});
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<{ readonly tried: Tried; readonly args: JsonObject } | undefined>(undefined);
  const [failure, setFailure] = useState<Error | undefined>(undefined);

  const read = (): JsonObject | undefined => {
    const found = readArguments(properties, fields, raw);
    setWrong(found.wrong);
    return found.args;
  };
  const submit = async (): Promise<void> => {
    const args = read();
    if (args === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const tried = await onCall(args);
      setMade(tried === undefined ? undefined : { tried, args });
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const fill = (args: JsonObject): void => {
    setWrong({});
    if (raw !== undefined) setRaw(pretty(args));
    setFields(Object.fromEntries(properties.map(([name, schema]) => [name, writeField(args[name], schema)])));
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {raw === undefined ? (
        properties.map(([name, schema]) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            required={required.includes(name)}
            value={fields[name] ?? ''}
            wrong={wrong[name]}
            suchAs={suchAs?.(name)}
            onInput={(value) => setFields({ ...fields, [name]: value })}
          />
        ))
      ) : (
        <label class="field">
          <span class="label">Arguments</span>
          <textarea
            rows={5}
            value={raw}
            spellcheck={false}
            onInput={({ currentTarget }) => setRaw(currentTarget.value)}
          />
        </label>
      )}
      {wrong['*'] === undefined ? null : <p class="wrong">{wrong['*']}</p>}
      <div class="bar">
        <button type="submit" class="button primary" disabled={busy}>
          {busy ? 'Calling…' : label}
        </button>
        <Examples tool={tool} onFill={fill} />
        <button
          type="button"
          class="button"
          onClick={() => setRaw(raw === undefined ? pretty(read() ?? {}) : undefined)}
        >
          {raw === undefined ? 'As JSON' : 'As a form'}
        </button>
        {session === undefined || session.step === 0 ? null : (
          <button type="button" class="button" onClick={() => (session.anew(), setMade(undefined))}>
            Start anew
          </button>
        )}
      </div>
      {failure === undefined ? null : <Failed error={failure} />}
      {made === undefined ? null : (
        <>
          <Outcome tried={made.tried} environment={environment} />
          {below?.(made.tried, made.args)}
        </>
      )}
    </form>
  );
}

/** Returns the arguments, or the mistake in each field. The key `*` holds a mistake that concerns all arguments. */
function readArguments(
  properties: readonly (readonly [string, JsonObject])[],
  fields: Fields,
  raw: string | undefined,
): { readonly args: JsonObject | undefined; readonly wrong: Fields } {
  const wrong: Record<string, string> = {};
  const args: Record<string, Json> = {};
  if (raw !== undefined)
    try {
      return { args: JSON.parse(raw) as JsonObject, wrong };
    } catch (error) {
      return { args: undefined, wrong: { '*': `The arguments are no JSON: ${(error as Error).message}` } };
    }
  for (const [name, schema] of properties)
    try {
      const value = readField(fields[name] ?? '', schema);
      if (value !== undefined) args[name] = value;
    } catch (error) {
      wrong[name] = (error as Error).message;
    }
  return { args: Object.keys(wrong).length === 0 ? args : undefined, wrong };
}

function Examples({
  tool,
  onFill,
}: {
  readonly tool: FormGiven['tool'];
  readonly onFill: (args: JsonObject) => void;
}): JSX.Element | null {
  const examples = tool.examples.filter(({ before }) => before === undefined).slice(0, 12);
  if (examples.length === 0) return null;
  return (
    <select
      aria-label="Fill in an example"
      class="button"
      onChange={({ currentTarget }) => {
        const chosen = examples[Number(currentTarget.value)];
        if (currentTarget.value !== '' && chosen !== undefined) onFill(chosen.arguments);
      }}
    >
      <option value="">Fill in an example</option>
      {examples.map(({ arguments: args, expect }, at) => (
        <option key={at} value={at}>
          {expect}: {JSON.stringify(args).slice(0, 70)}
        </option>
      ))}
    </select>
  );
}

function Field({
  name,
  schema,
  required,
  value,
  wrong,
  suchAs,
  onInput,
}: {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly suchAs: string | undefined;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  const kind = kindOf(schema);
  const id = `field-${name}`;
  const told = typeof schema['description'] === 'string' ? schema['description'] : '';
  const common = {
    id,
    value,
    'aria-invalid': wrong !== undefined,
    'aria-describedby': `${id}-about`,
    spellcheck: false,
    autocomplete: 'off' as const,
  };
  return (
    <div class="field">
      <label class="label" for={id}>
        <code>{name}</code>
        {required ? <span class="soft"> needed</span> : null}
      </label>
      {kind === 'choice' || kind === 'boolean' ? (
        <select {...common} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          <option value="">not given</option>
          {(kind === 'boolean' ? [true, false] : ((schema['enum'] ?? []) as readonly Json[])).map((each, at) => (
            <option key={at} value={kind === 'boolean' ? String(each) : at}>
              {typeof each === 'string' ? each : JSON.stringify(each)}
            </option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea {...common} rows={3} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input
          {...common}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          placeholder={suchAs === undefined ? undefined : `such as ${suchAs}`}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      <span class="about" id={`${id}-about`}>
        {wrong === undefined ? null : <span class="wrong">{`${name} ${wrong}. `}</span>}
        {typeOf(schema)}
        {told === '' ? '' : `: ${told.length > 140 ? `${told.slice(0, 140)}…` : told}`}
      </span>
    </div>
  );
}

export function Outcome({
  tried: { answer, changed },
  environment,
}: {
  readonly tried: Tried;
  readonly environment?: string | undefined;
}): JSX.Element {
  const tables = Object.keys(changed);
  return (
    <div class="outcome" aria-live="polite">
      <div class="bar">
        {answer.ok ? <Badge tone="good">answered</Badge> : <Badge tone="bad">{answer.error.code}</Badge>}
        <span class="soft">step {answer.step}</span>
        {tables.length === 0 ? <span class="soft">changed nothing</span> : null}
        {environment === undefined || tables[0] === undefined ? null : (
          <a href={to(['e', environment, 'tables', tables[0]])}>See it in the tables</a>
        )}
      </div>
      {answer.ok ? <JsonText value={answer.result} /> : <p class="prose">{answer.error.message}</p>}
      <DiffView diff={changed} />
    </div>
  );
}
