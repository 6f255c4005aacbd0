// What a law is: a name, and what it holds against a list, a getter, a read or a write. A law counts only the runs in
// which it could have failed. A new law is a file here and a line in law-list.ts.
import type { Session } from '../../../envs/session/session.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Getter, LawRoom, Lister } from './law-room.ts';

/** A good write, made in a session of its own, and the rows that it changed. */
export interface PlayedWrite {
  readonly tool: Tool;
  readonly played: Played;
  readonly diff: Diff;
  /** After the write; a law that calls further writes forks it. */
  readonly session: Session;
}

export interface Law {
  readonly name: string;
  readonly aboutList?: (room: LawRoom, lister: Lister) => void;
  readonly aboutGetter?: (room: LawRoom, getter: Getter) => void;
  /** A read that succeeded with these arguments. */
  readonly aboutRead?: (room: LawRoom, tool: Tool, played: Played) => void;
  readonly aboutWrite?: (room: LawRoom, write: PlayedWrite) => void;
}
