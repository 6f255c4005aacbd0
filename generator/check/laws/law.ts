// A law has a name and a test of a list, a getter, a read or a write. A run of the test counts only if the law could
// have failed in the run. To add a law, add a file here and a line in law-list.ts.
import type { Session } from '../../../envs/session/session.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Getter, LawRoom, Lister } from './law-room.ts';

/** A good write, made in a fresh session, and the rows that it changed. */
export interface PlayedWrite {
  readonly tool: Tool;
  readonly played: Played;
  readonly diff: Diff;
  readonly result: Json;
  /** The session after the write. A law that writes again must first fork (copy) the session. */
  readonly session: Session;
}

export interface Law {
  readonly name: string;
  readonly aboutList?: (room: LawRoom, lister: Lister) => void;
  readonly aboutGetter?: (room: LawRoom, getter: Getter) => void;
  /** Tests a read that succeeded with these arguments. */
  readonly aboutRead?: (room: LawRoom, tool: Tool, played: Played) => void;
  readonly aboutWrite?: (room: LawRoom, write: PlayedWrite) => void;
}
