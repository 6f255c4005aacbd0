// The two sides that a session shows: the agent's and the user's.
export const PLANES = ['agent', 'user'] as const;
export type Plane = (typeof PLANES)[number];
