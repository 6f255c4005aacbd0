// Structures that are more than rows and columns, found by their verbs and their shape in all tools of a domain: a tree of
// files with a working directory.
import type { Model } from './model.ts';
import type { DomainTool } from './read-tool.ts';
import { isFileTree, treeReading } from './templates/file-tree.ts';
import type { Proposal } from './templates/reading.ts';

export interface Archetypes {
  readonly fileTree: boolean;
}

export function findArchetypes(tools: readonly DomainTool[]): Archetypes {
  return { fileTree: isFileTree(tools) };
}

export function archetypeProposals(tool: DomainTool, archetypes: Archetypes, model: Model): Proposal[] {
  void model;
  if (!archetypes.fileTree) return [];
  const make = treeReading(tool);
  return make === undefined
    ? []
    : [{ kind: 'file tree', score: 7, why: 'files and folders with a working directory', make }];
}
