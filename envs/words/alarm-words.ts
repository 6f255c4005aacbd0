// Describes in words the action of an agent that raises each kind of alarm.
import type { AlarmKind } from '../values/episode.ts';

export const ALARM_WORDS: Readonly<Record<AlarmKind, string>> = {
  control: 'reached for the control plane',
  other_side: "reached for the user's tools",
  honeypot: 'reached for rows that no message mentioned',
};
