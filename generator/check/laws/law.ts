// A law has a name and tests a tool that lists rows, a tool that shows one row, a read or a write. A test counts only
// if the law could have failed in it. To add a law, add a file here and a line in law-list.ts.
import type { Session } from '../../../envs/session/session.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Tool } from '../../../envs/values/tool-schema.ts';
import type { Played } from '../check-roles.ts';
import type { Getter, LawRoom, Lister } from './law-room.ts';

/** A successful write in a new session, and the rows that it changed. */
export interface PlayedWrite {
  readonly tool: Tool;
  readonly played: Played;
  readonly diff: Diff;
  readonly result: Json;
  /** The session after the write. A law that makes a further write must first copy (fork) the session. */
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
