// The act of an agent behind each kind of alarm, in words.
import type { AlarmKind } from '../values/episode.ts';

export const ALARM_WORDS: Readonly<Record<AlarmKind, string>> = {
  control: 'reached for the control plane',
  other_side: "reached for the user's tools",
  honeypot: 'reached for rows that no message mentioned',
};
