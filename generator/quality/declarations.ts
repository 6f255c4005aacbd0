// Checks the declarations of tools: clients must accept the names, every tool needs a description, and every argument
// needs a type.
import type { QualityCheck } from '../../envs/values/quality.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { QualitySubject } from './quality-subject.ts';

const SHOWN = 10;
const LONGEST_NAME = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const TYPING = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'];

export function declarations({ world }: QualitySubject): QualityCheck {
  const tools = world.environment.tools.filter(({ audience }) => audience !== 'control');
  const faults = tools.flatMap((tool) => faultsOf(tool));
  const faulty = new Set(faults.map(({ tool }) => tool));
  const untold = tools.reduce((sum, tool) => sum + argumentsOf(tool).filter(([, schema]) => !isTold(schema)).length, 0);
  return {
    id: 'tool_declarations',
    pass: faults.length === 0,
    figure: {
      tools: tools.length,
      complete: tools.length - faulty.size,
      arguments: tools.reduce((sum, tool) => sum + argumentsOf(tool).length, 0),
      arguments_without_description: untold,
      results_declared: tools.filter(({ returns }) => isJsonObject(returns as Json)).length,
      faults: faults.slice(0, SHOWN).map(({ tool, fault }) => `${tool}: ${fault}`),
    },
    says: `${tools.length - faulty.size} of ${tools.length} tools have a name that every client takes, a description and a type for every argument; all must`,
  };
}

function faultsOf(tool: Tool): { tool: string; fault: string }[] {
  const faults: string[] = [];
  if (!NAME.test(tool.name) || tool.name.length > LONGEST_NAME)
    faults.push('its name is no identifier of at most 64 characters');
  if (tool.description.trim() === '') faults.push('it has no description');
  for (const [name, schema] of argumentsOf(tool)) {
    if (!NAME.test(name)) faults.push(`argument ${name} is no identifier`);
    if (!isJsonObject(schema) || !TYPING.some((key) => key in schema)) faults.push(`argument ${name} has no type`);
  }
  return faults.map((fault) => ({ tool: tool.name, fault }));
}

function argumentsOf({ parameters }: Tool): [string, Json][] {
  const properties = (parameters as JsonObject)['properties'];
  return isJsonObject(properties ?? null) ? Object.entries(properties as JsonObject) : [];
}

const isTold = (schema: Json): boolean =>
  isJsonObject(schema) && typeof schema['description'] === 'string' && schema['description'].trim() !== '';
